# revert | out_of_cycles | out_of_memory
def go(payload):
    x = f'{1:>1000000000}'
    return b"ended"
