# namedtuple and NamedTuple: fields, defaults, what they give, what they refuse.
import json
import pvm_host
from collections import namedtuple
from typing import NamedTuple


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


Point = namedtuple("Point", "x y")
Many = namedtuple("Many", ["a", "b", "c", "d"], defaults=[8, 9])
Empty = namedtuple("Empty", "")
Renamed = namedtuple("Renamed", "a class _x a 1b", rename=True)


class Vector(namedtuple("Vector", "x, y")):
    __slots__ = ()

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    @property
    def norm(self):
        return self.x ** 2 + self.y ** 2


class Loose(namedtuple("Loose", "a b")):
    def __new__(cls, a, b=7):
        return super().__new__(cls, a, b)


class Typed(NamedTuple):
    """Says."""
    x: int
    y: int = 5
    z: str = "z"
    kind = "typed"

    def total(self):
        return self.x + self.y

    def __repr__(self):
        return "Typed<%d>" % self.x

    def __eq__(self, other):
        return tuple(self)[0] == tuple(other)[0]

    def __hash__(self):
        return 7


class Plain(NamedTuple):
    a: int
    b: list = []


def all_of(p):
    emit(p, repr(p), tuple(p), list(p), len(p), p._fields, p._asdict(), p._field_defaults, p == tuple(p), hash(p) == hash(tuple(p)))
    emit(isinstance(p, tuple), type(p).__name__, type(p).__doc__, type(p).__mro__[-2:], p[0:1], type(p[0:1]).__name__, p + (3,), p * 2)
    emit(json.dumps(p), type(p)._make(list(p)) == p, p._replace() == p, {p: 1}[tuple(p)], f"{p}", sorted([p, p]), max(p, p), p in [p], p.__match_args__)


for p in (Point(1, 2), Point(x=1, y=2), Point(1, y=2), Many(1, 2), Many(1, b=3, d=4), Loose(1), Loose(1, 2), Plain(1, 2), Renamed(1, 2, 3, 4, 5)):
    all_of(p)
p = Point(3, 4)
x, y = p
emit(x, y, p.x, p.y, p[1], p._replace(x=9), Point._make("ab"), Point._fields, Empty(), repr(Empty()), Many._field_defaults, Point(1, 2) < Point(1, 3))
emit(Vector(1, 2) + Vector(3, 4), Vector(3, 4).norm, Vector(1, 2)._replace(y=5), type(Vector(1, 2)._replace(y=5)).__name__, "%s-%s" % p, Renamed._fields)
t = Typed(1)
emit(t, t.x, t.y, t.z, t.total(), Typed.kind, Typed.__doc__, t == Typed(1, 9), hash(t), Typed._fields, Typed._field_defaults, Typed.__bases__, tuple(t), {t: 2}[Typed(1, 3)])
emit(NamedTuple("F", [("a", int), ("b", str)])(1, b="x"), NamedTuple("G", a=int)(5), Typed.__annotations__.keys(), issubclass(Typed, tuple))


def matched(v):
    match v:
        case Point(x=0):
            return "zero"
        case Point(a, b) if a == b:
            return "same"
        case Typed(1, y):
            return ("typed", y)
        case (a, b):
            return ("pair", a, b)
        case _:
            return None


emit([matched(v) for v in (Point(0, 1), Point(2, 2), Point(1, 2), Typed(1), (5, 6), 7)])
for bad in (lambda: Point(1), lambda: Point(), lambda: Point(1, 2, 3), lambda: Point(1, 2, x=3), lambda: Point(1, q=3), lambda: Many(), lambda: Many(1, 2, 3, 4, 5),
            lambda: Empty(1), lambda: p.z, lambda: p._replace(q=1), lambda: setattr(p, "x", 5), lambda: setattr(p, "q", 5), lambda: delattr(p, "x"),
            lambda: namedtuple("Bad", "x x"), lambda: namedtuple("Bad", "class"), lambda: namedtuple("Bad", "_x"), lambda: namedtuple("B d", "x"),
            lambda: namedtuple("Bad", "x", defaults=[1, 2]), lambda: namedtuple("Bad", "1x"), lambda: namedtuple("def", "x"), lambda: Point._make([1]),
            lambda: Point._make([1, 2, 3]), lambda: p < 5, lambda: p[5], lambda: Typed(), lambda: Typed(1, 2, 3, 4), lambda: Plain(b=1), lambda: p.__dict__, lambda: Many(b=1)):
    tried(bad)


def late():
    class T(NamedTuple):
        a: int = 1
        b: int


def fixed():
    class T(NamedTuple):
        a: int
        def _make(self):
            pass


tried(late)
tried(fixed)
