# out_of_cycles | out_of_memory
def bad(v):
    raise KeyError(v)


def go(payload):
    while True:
        try:
            sorted([3, 1, 2], key=bad)
        except KeyError:
            pass
