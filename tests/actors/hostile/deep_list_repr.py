# revert | out_of_memory
def go(payload):
    a = []
    for _ in range(100000):
        a = [a]
    return repr(a).encode()
