# revert | out_of_cycles | out_of_memory | ok
def go(payload):
    it = iter([1])
    for _ in range(100000):
        it = map(lambda x: x, it)
    return repr(list(it)).encode()
