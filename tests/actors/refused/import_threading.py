# refused
import threading


def go(payload):
    return b""
