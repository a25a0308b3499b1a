# out_of_cycles
def go(payload):
    return b"" if 5 in iter(int, 1) else b""
