# revert | out_of_cycles | out_of_memory
class Other:
    pass


D = {}


class E:
    def __hash__(self):
        return 1

    def __eq__(self, o):
        D.clear()
        for i in range(50):
            D[i] = i
        return False


def go(payload):
    for i in range(10**6):
        D[E()] = i
