# out_of_cycles
def go(payload):
    while True:
        pass
