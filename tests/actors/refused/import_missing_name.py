# refused
from collections import Counter, namedtuple


def go(payload):
    return b""
