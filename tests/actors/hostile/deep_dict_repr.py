# revert | out_of_memory
def go(payload):
    a = {}
    for _ in range(50000):
        a = {0: a}
    return repr(a).encode()
