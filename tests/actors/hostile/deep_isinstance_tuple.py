# revert | out_of_cycles | out_of_memory | ok
def go(payload):
    a = int
    for _ in range(100000):
        a = (a,)
    return str(isinstance("x", a)).encode()
