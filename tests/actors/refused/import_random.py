# refused
import random


def go(payload):
    return b""
