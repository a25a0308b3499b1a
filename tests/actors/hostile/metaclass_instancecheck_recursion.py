# revert
class Meta(type):
    def __instancecheck__(cls, x):
        return isinstance(x, cls)


class C(metaclass=Meta):
    pass


def go(payload):
    isinstance(1, C)
