# refused
import datetime


def go(payload):
    return b""
