# revert
class Other:
    pass


class E:
    def __index__(self):
        return [1][self]


def go(payload):
    return [1][E()]
