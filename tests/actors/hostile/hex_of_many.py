# revert | out_of_cycles | out_of_memory
def go(payload):
    x = [hex(1 << 4095) for _ in range(10**8)]
    return b"ended"
