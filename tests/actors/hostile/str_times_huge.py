# revert | out_of_cycles | out_of_memory
def go(payload):
    x = 'a' * 10**30
    return b"ended"
