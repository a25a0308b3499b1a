# revert out_of_cycles
class Other:
    pass


class Meta(type):
    def __new__(mcs, name, bases, space):
        return mcs(name, bases, space)


def go(payload):
    Meta("C", (), {})
