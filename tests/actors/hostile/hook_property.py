# revert
class Other:
    pass


class E:
    @property
    def x(self):
        return self.x


def go(payload):
    return E().x
