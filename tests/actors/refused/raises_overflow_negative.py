# raises: OverflowError
def go(payload):
    x = -(1 << 4095) * 2
    return str(x - 1).encode()
