# revert | out_of_cycles | out_of_memory | ok
def go(payload):
    g = iter([1])
    for _ in range(50000):
        g = (x for x in g)
    return repr(list(g)).encode()
