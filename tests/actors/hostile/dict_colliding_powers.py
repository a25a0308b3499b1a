# out_of_cycles | out_of_memory
def go(payload):
    d = {}
    for i in range(10**7):
        d[i << 32] = i
