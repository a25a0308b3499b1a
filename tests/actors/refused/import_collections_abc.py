# refused
import collections.abc.nothing


def go(payload):
    return b""
