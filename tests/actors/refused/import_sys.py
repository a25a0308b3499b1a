# refused
import sys


def go(payload):
    return b""
