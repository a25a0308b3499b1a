# ok | revert | out_of_cycles | out_of_memory
def go(payload):
    x = ('a' * 10**6).count('a' * 5 * 10**5 + 'b')
    return b"ended"
