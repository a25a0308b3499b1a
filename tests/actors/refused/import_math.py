# refused
import math


def go(payload):
    return b""
