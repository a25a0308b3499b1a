# out_of_cycles | out_of_memory
def go(payload):
    d = {}
    for i in range(10**7):
        d[i * (2**61 - 1)] = i
