# revert | out_of_cycles | out_of_memory
def go(payload):
    x = min(range(10**12), key=lambda v: v)
    return b"ended"
