# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [0] * 10**9
    return b"ended"
