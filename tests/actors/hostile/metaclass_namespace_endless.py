# out_of_cycles
class Space(dict):
    def __getitem__(self, name):
        while True:
            pass


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases):
        return Space()


def go(payload):
    class C(metaclass=Meta):
        x = y
