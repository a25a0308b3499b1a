# out_of_cycles | out_of_memory
def go(payload):
    d = {}
    while True:
        d[len(d)] = 1
        d.clear()
        d.update({i: i for i in range(100)})
