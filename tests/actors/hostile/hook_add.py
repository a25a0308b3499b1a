# revert
class Other:
    pass


class E:
    def __add__(self, o):
        return self + o

    __radd__ = __add__


def go(payload):
    return E() + 1
