# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [pow(3, 2**4000 + i, 2**4000 - 1) for i in range(10**6)]
    return b"ended"
