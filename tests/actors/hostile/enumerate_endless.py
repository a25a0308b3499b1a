# revert | out_of_cycles | out_of_memory
def go(payload):
    x = list(enumerate(range(10**12)))
    return b"ended"
