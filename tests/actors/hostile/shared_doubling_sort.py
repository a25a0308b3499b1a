# revert | out_of_cycles | out_of_memory
def go(payload):
    a, b = ("x",), ("x",)
    for _ in range(60):
        a, b = (a, a), (b, b)
    return repr(sorted([a, b])).encode()
