# refused
import builtins


def go(payload):
    return b""
