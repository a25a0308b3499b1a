# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('a' * 10**5 + 'b').find('a' * 10**4 + 'c') for _ in range(10**5)]
    return b"ended"
