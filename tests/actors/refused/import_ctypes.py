# refused
import ctypes


def go(payload):
    return b""
