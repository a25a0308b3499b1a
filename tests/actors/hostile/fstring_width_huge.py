# revert | out_of_cycles | out_of_memory
def go(payload):
    x = f'{1:>99999999999999999999999999}'
    return b"ended"
