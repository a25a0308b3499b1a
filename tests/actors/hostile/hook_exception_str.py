# revert
class Other:
    pass


class E(Exception):
    def __str__(self):
        return str(self)


def go(payload):
    raise E()
