# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [int('9' * 1200) for i in range(10**6)]
    return b"ended"
