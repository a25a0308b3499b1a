# revert
class Other:
    pass


class E:
    def __lt__(self, o):
        return sorted([self, o])[0] is self


def go(payload):
    return b"" if sorted([E(), E()]) else b"y"
