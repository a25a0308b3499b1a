# out_of_cycles | out_of_memory
def go(payload):
    x = [x for x in range(10**9) if x < 0]
    return b"ended"
