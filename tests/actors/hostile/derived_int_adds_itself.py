# revert
class Other:
    pass


class N(int):
    def __add__(self, other):
        return self + other
    __radd__ = __add__


def go(payload):
    return str(N(1) + 1).encode()
