# revert | out_of_cycles | out_of_memory
def go(payload):
    x = ('a' * 10**5).translate({97: 'b' * 10**5})
    return b"ended"
