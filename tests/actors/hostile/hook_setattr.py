# revert
class Other:
    pass


class E:
    def __setattr__(self, n, v):
        self.x = v


def go(payload):
    E().x = 1
