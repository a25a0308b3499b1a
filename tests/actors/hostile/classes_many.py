# out_of_cycles | out_of_memory
def go(payload):
    cs = []
    while True:
        class C:
            a = [0] * 100
        cs.append(C)
