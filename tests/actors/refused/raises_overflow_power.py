# raises: OverflowError
def go(payload):
    return str(2 ** 4096).encode()
