# revert | out_of_memory
def go(payload):
    a, b = (), ()
    for _ in range(50000):
        a, b = (a,), (b,)
    return str(a < b).encode()
