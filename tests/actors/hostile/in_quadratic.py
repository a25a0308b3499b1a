# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('a' * 10**5 + 'b') in ('a' * 10**6) for _ in range(10**5)]
    return b"ended"
