# out_of_cycles | out_of_memory
def go(payload):
    d = {}
    i = 0
    while True:
        d[i] = i
        if i > 10:
            del d[i - 10]
        i += 1
