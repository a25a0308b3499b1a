# revert | out_of_cycles | out_of_memory
def go(payload):
    a, b = iter(int, 1)
