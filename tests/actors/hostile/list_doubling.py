# out_of_cycles | out_of_memory
def go(payload):
    a = [1]
    while True:
        a = a + a
