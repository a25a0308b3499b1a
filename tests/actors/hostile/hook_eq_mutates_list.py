# revert | out_of_cycles | out_of_memory
class Other:
    pass


L = []


class E:
    def __eq__(self, o):
        L.clear()
        return False


def go(payload):
    for _ in range(10**7):
        L.extend([E()] * 100)
        if 5 in L or L.count(5) or L == [1] * 100:
            break
    raise KeyError
