# out_of_cycles | out_of_memory
def go(payload):
    x = 3
    while True:
        x = (x * x + 1) % (1 << 2000)
