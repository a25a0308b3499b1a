# revert | out_of_cycles | out_of_memory
def go(payload):
    x = '%*d' % (10**9, 1)
    return b"ended"
