# out_of_cycles
def go(payload):
    return b"" if any(False for _ in iter(int, 1)) else b""
