# out_of_cycles | out_of_memory
class Other:
    pass


class E:
    def __hash__(self):
        return 1

    def __eq__(self, o):
        return self is o


def go(payload):
    d = {}
    for i in range(10**7):
        d[E()] = i
