# revert | out_of_cycles | out_of_memory
def go(payload):
    a = []
    for _ in range(10**6):
        a = [a, a]
    return repr(a).encode()
