# refused
def go(payload):
    from json import JSONEncoder
    return b""
