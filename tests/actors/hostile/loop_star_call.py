# revert | out_of_cycles | out_of_memory
def print_all(*a):
    return a


def go(payload):
    print_all(*iter(int, 1))
