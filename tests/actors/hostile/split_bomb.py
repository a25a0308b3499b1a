# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('a,' * 10**5).split(',') for _ in range(10**4)]
    return b"ended"
