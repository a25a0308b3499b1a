# refused
import pickle


def go(payload):
    return b""
