# out_of_cycles | out_of_memory
def go(payload):
    fs = []
    while True:
        x = [0] * 100
        fs.append(lambda: x)
