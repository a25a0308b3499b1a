# revert | out_of_cycles | out_of_memory
def go(payload):
    x = (lambda a: a.__setitem__(slice(0, 0), range(10**12)))([])
    return b"ended"
