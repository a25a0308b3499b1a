"""Classes: inheritance, the order of resolution, super along it."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Base:
    kind = 'base'

    def __init__(self):
        self.log = ['Base']

    def who(self):
        return 'Base.who'

    def call(self):
        return self.who()


class Left(Base):
    kind = 'left'

    def __init__(self):
        super().__init__()
        self.log.append('Left')

    def who(self):
        return 'Left.who > ' + super().who()


class Right(Base):
    def __init__(self):
        super().__init__()
        self.log.append('Right')

    def who(self):
        return 'Right.who > ' + super().who()


class Both(Left, Right):
    def __init__(self):
        super().__init__()
        self.log.append('Both')

    def who(self):
        return 'Both.who > ' + super().who()

    def direct(self):
        return Base.who(self), super(Left, self).who(), super(Both, self).kind


class Mixin:
    def extra(self):
        return 'extra ' + self.kind


class Mixed(Mixin, Both):
    pass


@actor
class Program:
    def go(self, payload):
        b = Both()
        out(b.log)
        out(b.who())
        out(b.call())
        out(b.kind)
        out(b.direct())
        out([c.__name__ for c in Both.__mro__])
        out([c.__name__ for c in Both.__bases__])
        out(Mixed().extra())
        out([c.__name__ for c in Mixed.mro()])
        out(isinstance(b, Right))
        out(issubclass(Both, Base))
        out(issubclass(Both, (int, Left)))
        out(issubclass(Left, Right))
        out(isinstance(Mixed(), (Mixin, int)))
        out(Both.__base__.__name__)
        try:
            class Wrong(Base, Left):
                pass
        except TypeError as e:
            out(type(e).__name__)
            out(str(e).split('\n')[0])
        try:
            class Twice(Base, Base):
                pass
        except TypeError as e:
            out(str(e))
        try:
            class NotAClass(5):
                pass
        except TypeError as e:
            out(type(e).__name__)
        tried(lambda: issubclass(5, int))
        tried(lambda: isinstance(5, 5))
        tried(lambda: super(Left, 5).who())
