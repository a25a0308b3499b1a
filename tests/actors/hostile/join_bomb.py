# revert | out_of_cycles | out_of_memory
def go(payload):
    x = 'x' .join(['a' * 1000] * 10**6)
    return b"ended"
