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
        out(a == c, a != c, a == b, a < b, a > b, a <= c, a >= b, a == 5, a != 5, 5 == a, hash(a) == hash(c), {a: 'x'}[c], len({a, b, c}), sorted([b, a, Version(0)]), max(a, b), min([b, a]), a in [c], [a, b].index(c), a is c)
        out(Unhashable() == 5, Unhashable() != 5, 5 in [Unhashable()], Weird() == 1, Weird() != 1, Weird() < 2, 3 > Weird(), (Weird(),) == (1,), [Weird()] != [1])
        out(a < Sub(9), a == Sub(3), Sub(3) == a, a != Sub(3))
        tried(lambda: hash(Unhashable()))
        tried(lambda: {Unhashable()})
        tried(lambda: a < 5)
        tried(lambda: Weird() > Weird.nothing)
        tried(lambda: Unhashable() < Unhashable())
        tried(lambda: Unhashable() >= 1)
