# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [repr([0] * 10**4) for _ in range(10**6)]
    return b"ended"
