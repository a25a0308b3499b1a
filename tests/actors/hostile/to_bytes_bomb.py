# revert | out_of_cycles | out_of_memory
def go(payload):
    x = (1).to_bytes(10**9, 'big')
    return b"ended"
