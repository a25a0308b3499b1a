# raises: OverflowError
def go(payload):
    x = 1 << 4095
    return str(x * 2).encode()
