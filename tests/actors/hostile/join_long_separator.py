# revert | out_of_cycles | out_of_memory
def go(payload):
    x = ('y' * 10**5).join('a' * 10**5)
    return b"ended"
