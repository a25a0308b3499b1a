# revert
class Other:
    pass


class E:
    def __eq__(self, o):
        return self == o


def go(payload):
    return b"" if E() == E() else b"y"
