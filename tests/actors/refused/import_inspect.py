# refused
import inspect


def go(payload):
    return b""
