# revert
class Other:
    pass


class E(Exception):
    def __init__(self):
        raise E()


def go(payload):
    raise E()
