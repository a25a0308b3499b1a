# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [('a ' * 10**6).title() for _ in range(10**6)]
    return b"ended"
