# revert | out_of_memory | ok
def go(payload):
    a = ()
    for _ in range(100000):
        a = (a,)
    return str(len({a: 1})).encode()
