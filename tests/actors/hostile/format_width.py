# revert | out_of_cycles | out_of_memory
def go(payload):
    x = '{:>1000000000}'.format('x')
    return b"ended"
