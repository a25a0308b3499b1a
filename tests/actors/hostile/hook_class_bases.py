# revert | out_of_cycles | out_of_memory
class Other:
    pass


class E:
    pass


def go(payload):
    c = E
    for i in range(10**6):
        c = type("X", (c,), {})
    return c().x
