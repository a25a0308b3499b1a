# raises: OverflowError
def go(payload):
    x = 1 << 10**20
    return b""
