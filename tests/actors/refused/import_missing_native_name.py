# refused
def go(payload):
    from json import dump
    return b""
