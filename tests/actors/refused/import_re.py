# refused
import re


def go(payload):
    return b""
