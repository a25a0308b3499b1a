# revert
class Other:
    pass


class E(dict):
    def __missing__(self, k):
        return self[k]


def go(payload):
    return E()[1]
