# refused
import os.path


def go(payload):
    return b""
