# revert
class Other:
    pass


class E:
    def __getattribute__(self, name):
        return self.x


def go(payload):
    return E().x
