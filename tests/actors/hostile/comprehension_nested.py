# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [0 for a in range(10**4) for b in range(10**4) for c in range(10**4)]
    return b"ended"
