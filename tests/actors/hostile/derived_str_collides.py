# out_of_cycles
class Other:
    pass


class S(str):
    def __hash__(self):
        return 1

    def __eq__(self, other):
        return False


def go(payload):
    d = {}
    for i in range(10 ** 6):
        d[S(i)] = i
