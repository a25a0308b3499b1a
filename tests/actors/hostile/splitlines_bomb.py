# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('a\n' * 10**5).splitlines() for _ in range(10**5)]
    return b"ended"
