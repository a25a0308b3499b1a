"""__init_subclass__, __class_getitem__, __new__, type() with three arguments, class attributes in order."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Plugin:
    known = []

    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        Plugin.known.append((cls.__name__, tag))


class One(Plugin, tag='first'):
    pass


class Two(Plugin):
    pass


class Single:
    instance = None

    def __new__(cls, *args):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def __init__(self, v=0):
        self.v = v

    def __class_getitem__(cls, item):
        return ('item', item)


class Const(int):
    def __new__(cls, v):
        return super().__new__(cls, v * 2)


@actor
class Program:
    def go(self, payload):
        out(Plugin.known)
        out(Single(1) is Single(2))
        out(Single().v)
        out(Single[int, 'a'] if False else Single['a'])
        out(Const(5))
        out(Const(5) + 1)
        Made = type('Made', (Two,), {'x': 5, 'double': lambda self: self.x * 2})
        out(Made().double())
        out(Made.__name__)
        out(Plugin.known[-1])
        out(issubclass(Made, Plugin))
