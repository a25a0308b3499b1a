# out_of_cycles | out_of_memory
def go(payload):
    return repr(dict((i, i) for i in range(10**9))).encode()
