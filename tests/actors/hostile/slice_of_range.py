# revert | out_of_cycles | out_of_memory
def go(payload):
    x = list(range(10**18)[::2])
    return b"ended"
