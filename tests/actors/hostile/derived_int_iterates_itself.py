# revert out_of_cycles
class Other:
    pass


class N(int):
    def __iter__(self):
        return iter(self)

    def __index__(self):
        return range(self)[0]


def go(payload):
    a, b = N(2)
