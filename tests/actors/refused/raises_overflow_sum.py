# raises: OverflowError
def go(payload):
    x = (1 << 4095) + ((1 << 4095) - 1)
    y = x + 1
    return b""
