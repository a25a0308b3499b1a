# revert | out_of_cycles | out_of_memory
def go(payload):
    return b"" if [0 for i in range(10**9)] else b""
