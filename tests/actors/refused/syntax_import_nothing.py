# refused
import
