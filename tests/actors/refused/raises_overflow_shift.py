# raises: OverflowError
def go(payload):
    return str(1 << 4096).encode()
