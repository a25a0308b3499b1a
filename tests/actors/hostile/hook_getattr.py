# revert
class Other:
    pass


class E:
    def __getattr__(self, name):
        return getattr(self, name)


def go(payload):
    return E().x
