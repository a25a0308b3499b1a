# revert
class Other:
    pass


class E:
    def __hash__(self):
        return hash((self,))


def go(payload):
    return str({E(): 1}).encode()
