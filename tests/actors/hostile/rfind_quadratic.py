# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('b' + 'a' * 10**5).rfind('c' + 'a' * 5 * 10**4) for _ in range(10**5)]
    return b"ended"
