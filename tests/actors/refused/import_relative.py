# refused
from . import os


def go(payload):
    return b""
