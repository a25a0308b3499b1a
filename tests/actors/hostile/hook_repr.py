# revert
class Other:
    pass


class E:
    def __repr__(self):
        return repr([self])


def go(payload):
    return repr(E()).encode()
