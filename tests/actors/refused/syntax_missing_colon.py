# refused
def go(payload)
    return b""
