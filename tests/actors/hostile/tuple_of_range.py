# revert | out_of_cycles | out_of_memory
def go(payload):
    x = tuple(range(10**12))
    return b"ended"
