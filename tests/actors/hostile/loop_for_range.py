# out_of_cycles
def go(payload):
    for i in range(10**18):
        pass
