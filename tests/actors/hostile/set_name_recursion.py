# revert
class Other:
    pass


class D:
    def __set_name__(self, owner, name):
        type("C", (), {"d": D()})


def go(payload):
    type("C", (), {"d": D()})
