# raises: OverflowError
def go(payload):
    return str(int("9" * 1300)).encode()
