# refused
import os as json


def go(payload):
    return b""
