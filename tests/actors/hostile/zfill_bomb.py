# revert | out_of_cycles | out_of_memory
def go(payload):
    x = '1'.zfill(10**9)
    return b"ended"
