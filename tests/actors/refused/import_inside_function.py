# refused
def go(payload):
    import os
    return b""
