# revert
class Other:
    pass


class E:
    def __bool__(self):
        return not self


def go(payload):
    return b"" if E() else b"y"
