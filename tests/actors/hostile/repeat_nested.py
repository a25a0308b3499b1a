# revert | out_of_cycles | out_of_memory
def go(payload):
    x = ['a' * 1000] * 10**8
    return b"ended"
