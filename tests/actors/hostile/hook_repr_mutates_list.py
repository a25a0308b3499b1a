# revert | out_of_cycles | out_of_memory
class Other:
    pass


L = []


class E:
    def __repr__(self):
        L.clear()
        return 'x' * 100


def go(payload):
    for _ in range(10**6):
        L.extend([E()] * 100)
        repr(L)
    raise KeyError
