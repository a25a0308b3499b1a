# out_of_cycles
def go(payload):
    return b"" if all(iter(lambda: 1, 0)) else b""
