# revert
class Other:
    pass


class S(str):
    def __hash__(self):
        return hash(self)

    def __eq__(self, other):
        return self == other


def go(payload):
    return str({S("a"): 1}["a"]).encode()
