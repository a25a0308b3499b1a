# refused
import weakref


def go(payload):
    return b""
