# out_of_cycles | out_of_memory
def go(payload):
    while True:
        a = []
        b = [a] * 100
        a.append(b)
