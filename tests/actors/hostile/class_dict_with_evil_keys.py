# revert ok
class Key:
    def __hash__(self):
        return hash("x")

    def __eq__(self, other):
        raise KeyError("no")


class C:
    pass


def go(payload):
    c = C()
    c.__dict__[Key()] = 1
    for name in ("x", "y", "z"):
        setattr(c, name, 1)
        getattr(c, name)
        delattr(c, name)
