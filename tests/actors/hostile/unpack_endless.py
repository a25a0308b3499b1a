# out_of_cycles | out_of_memory
def go(payload):
    *a, = iter(int, 1)
