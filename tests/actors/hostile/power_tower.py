# revert | out_of_cycles | out_of_memory
def go(payload):
    x = 10**10**10
    return b"ended"
