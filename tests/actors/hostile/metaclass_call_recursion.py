# revert
class Meta(type):
    def __call__(cls, *args):
        return cls(*args)


class C(metaclass=Meta):
    pass


def go(payload):
    C()
