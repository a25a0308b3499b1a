# revert | out_of_cycles | out_of_memory
def go(payload):
    x = '%.1000000000d' % 1
    return b"ended"
