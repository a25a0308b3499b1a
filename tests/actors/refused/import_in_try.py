# refused
try:
    import os
except ImportError:
    os = None


def go(payload):
    return b""
