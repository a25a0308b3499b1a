# raises: OverflowError
def go(payload):
    x = sum([1 << 4095, 1 << 4095])
    return b""
