# out_of_cycles | out_of_memory
def go(payload):
    x = max(range(10**15))
    return b"ended"
