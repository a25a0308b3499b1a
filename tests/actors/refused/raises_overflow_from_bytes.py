# raises: OverflowError
def go(payload):
    return str(int.from_bytes(b"\xff" * 513, "big")).encode()
