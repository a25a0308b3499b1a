# functools.singledispatchmethod: by class, by annotation, of class and static methods, in derived classes.
from functools import *
from functools import singledispatchmethod
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


class Machine:
    def __init__(self, name):
        self.name = name

    @singledispatchmethod
    def take(self, value, *rest, **more):
        """Takes anything."""
        return self.name, "anything", rest, more

    @take.register(int)
    def _(self, value, *rest):
        return self.name, "int", value, rest

    @take.register
    def _(self, value: str):
        return self.name, "str", value

    @take.register
    def take_items(self, value: list | tuple):
        return self.name, "items", [self.take(v) for v in value]

    @take.register(dict)
    @take.register(set)
    def _(self, value):
        return self.name, "keys", sorted(value)

    @singledispatchmethod
    @classmethod
    def made(cls, value):
        return cls.__name__, "anything"

    @made.register
    @classmethod
    def _(cls, value: int):
        return cls.__name__, "int"

    @singledispatchmethod
    @staticmethod
    def plain(value):
        return "anything"

    @plain.register(bool)
    @staticmethod
    def _(value):
        return "bool"

    @plain.register
    @staticmethod
    def _(value: int):
        return "int"


class Small(Machine):
    pass


m = Machine("m")
for value in (1, True, "s", [1, "a", (2,)], {"b": 1, "a": 2}, {3}, None, b"x", m.take):
    emit(m.take(value)[:2])
emit(m.take([1, "a", (2,)]), m.take(5, 6, 7), m.take(None, 1, k=2), m.take_items([None]))
emit(Machine.take.__name__, Machine.take.__doc__, m.take.__name__, m.take.__wrapped__.__name__)
emit(Small("s").take("x"), Small.made(1), Small("s").made(""), Machine.made(True), m.plain(True), Machine.plain(5), m.plain(""))
tried(m.take)
tried(m.take, 1, bad=2)
tried(singledispatchmethod, 5)
tried(Machine.take.register, 5)
Machine.__dict__["take"].register(bytes, lambda self, value: (self.name, "late"))
emit(m.take(b"") if len(m.take(b"")) == 2 else "not", Machine.__dict__["take"].dispatcher.dispatch(int).__name__)
emit(sorted([kind.__name__ for kind in Machine.__dict__["take"].dispatcher.registry]))
tried(lambda: m.take.register(frozenset, lambda self, value: "frozen") and m.take(frozenset()))
