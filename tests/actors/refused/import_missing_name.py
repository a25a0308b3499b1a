# refused
from enum import Enum, verify


def go(payload):
    return b""
