# revert
class Other:
    pass


class E:
    def __contains__(self, o):
        return o in self


def go(payload):
    return b"" if 1 in E() else b"y"
