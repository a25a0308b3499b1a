# raises: OverflowError
def go(payload):
    x = -1 << 5000
    return b""
