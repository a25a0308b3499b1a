# revert | out_of_cycles | out_of_memory | ok
def go(payload):
    it = iter([1])
    for _ in range(200000):
        it = map(abs, it)
    return repr(list(it)).encode()
