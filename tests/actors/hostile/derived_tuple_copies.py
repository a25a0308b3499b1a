# out_of_memory out_of_cycles
class Other:
    pass


class T(tuple):
    pass


def go(payload):
    t = T(range(100_000))
    while True:
        t = T(t)
