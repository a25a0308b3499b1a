# revert | out_of_cycles | out_of_memory
def go(payload):
    x = ('a' * 10**6).replace('', 'b' * 10**4)
    return b"ended"
