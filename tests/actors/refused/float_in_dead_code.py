# refused
def go(payload):
    if False:
        return 2.5
    return b""
