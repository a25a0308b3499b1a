# refused
import time


def go(payload):
    return b""
