# revert | out_of_cycles | out_of_memory
def go(payload):
    x = b''.join([b'a' * 1000] * 10**6)
    return b"ended"
