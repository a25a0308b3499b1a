# revert
class Other:
    pass


class E:
    def __iter__(self):
        return iter(self)


def go(payload):
    return b"" if list(E()) else b"y"
