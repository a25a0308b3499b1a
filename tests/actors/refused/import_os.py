# refused
import os


def go(payload):
    return b""
