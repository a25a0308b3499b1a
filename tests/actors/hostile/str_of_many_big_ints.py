# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [str((1 << 4095) + i) for i in range(10**6)]
    return b"ended"
