# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [divmod((1 << 4095) + i, (1 << 2000) + 1) for i in range(10**6)]
    return b"ended"
