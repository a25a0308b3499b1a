# refused
from enum import Enum, global_enum


def go(payload):
    return b""
