"""Operator methods: equality, order, hash, and what is derived from what."""
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


class Version:
    def __init__(self, *parts):
        self.parts = parts

    def __eq__(self, other):
        if isinstance(other, Version):
            return self.parts == other.parts
        return NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts

    def __le__(self, other):
        return self.parts <= other.parts

    def __hash__(self):
        return hash(self.parts)

    def __repr__(self):
        return 'v' + '.'.join(map(str, self.parts))


class Unhashable:
    def __eq__(self, other):
        return True


class Weird:
    def __eq__(self, other):
        return 'equal'

    def __ne__(self, other):
        return []

    def __lt__(self, other):
        return 'less'


class Sub(Version):
    def __gt__(self, other):
        return 'Sub.gt'

    def __eq__(self, other):
        return 'Sub.eq'
    __hash__ = Version.__hash__


@actor
class Program:
    def go(self, payload):
        a, b, c = Version(1, 2), Version(1, 10), Version(1, 2)
        out(a == c)
        out(a != c)
        out(a == b)
        out(a < b)
        out(a > b)
        out(a <= c)
        out(a >= b)
        out(a == 5)
        out(a != 5)
        out(5 == a)
        out(hash(a) == hash(c))
        out({a: 'x'}[c])
        out(len({a, b, c}))
        out(sorted([b, a, Version(0)]))
        out(max(a, b))
        out(min([b, a]))
        out(a in [c])
        out([a, b].index(c))
        out(a is c)
        out(Unhashable() == 5)
        out(Unhashable() != 5)
        out(5 in [Unhashable()])
        out(Weird() == 1)
        out(Weird() != 1)
        out(Weird() < 2)
        out(3 > Weird())
        out((Weird(),) == (1,))
        out([Weird()] != [1])
        out(a < Sub(9))
        out(a == Sub(3))
        out(Sub(3) == a)
        out(a != Sub(3))
        tried(lambda: hash(Unhashable()))
        tried(lambda: {Unhashable()})
        tried(lambda: a < 5)
        tried(lambda: Weird() > Weird.nothing)
        tried(lambda: Unhashable() < Unhashable())
        tried(lambda: Unhashable() >= 1)
