# revert
class Other:
    pass


class E:
    def __init__(self):
        self.inner = E()


def go(payload):
    E()
