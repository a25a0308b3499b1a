# out_of_cycles
def go(payload):
    return str(sum(1 for _ in iter(int, 1))).encode()
