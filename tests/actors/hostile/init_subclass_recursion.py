# revert
class Other:
    pass


class Base:
    def __init_subclass__(cls):
        type("C", (cls,), {})


def go(payload):
    type("C", (Base,), {})
