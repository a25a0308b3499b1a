# refused
import gc


def go(payload):
    return b""
