# refused
from json import
