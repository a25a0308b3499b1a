"""match: every kind of pattern against many subjects."""
from collections import Counter, OrderedDict, defaultdict, deque

import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Color:
    RED = "red"
    NESTED = None


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"P({self.x!r}, {self.y!r})"


class Point3(Point):
    __match_args__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


Color.NESTED = Color


class MyList(list):
    pass


class MyDict(dict):
    def __missing__(self, key):
        return "missing"


class Getter(dict):
    def get(self, key, default=None):
        return "got " + str(key)


SUBJECTS = [
    0, 1, -1, 2**70, -2**70, True, False, None, ..., "", "a", "red", "ab", b"", b"a", bytearray(b"a"), [], [1], [1, 2], [1, [2, 3]],
    [1, 2, 3, 4, 5], (), (1,), (1, 2), (1, (2, 3)), ((), ()), range(0), range(3), range(2, 9, 3), {1, 2}, frozenset({3}), {}, {1: 2},
    {"a": 1}, {"a": 1, "b": [1, 2]}, {"a": {"b": {"c": 0}}}, Point(0, 0), Point(1, 2), Point3(1, 2, 3), [Point(0, 1), Point(0, 2)],
    MyList([1, 2]), MyDict(a=1), Getter(b=2), deque([1, 2, 3]), defaultdict(list, a=1), OrderedDict(a=1, b=2), Counter("aab"),
    int, Point, iter([1, 2]), [None, True, False], [1, True, "1"], {None: 1, True: 2, -3: 3, b"k": 4},
]


def shape(v):
    match v:
        case None:
            return "None"
        case True:
            return "True"
        case 0:
            return "zero"
        case -1:
            return "minus one"
        case 1180591620717411303424 | -1180591620717411303424 as big:
            return "big", big
        case "":
            return "empty text"
        case Color.RED:
            return "red"
        case Color.NESTED.NESTED.RED:
            return "never"
        case "a" "b":
            return "joined"
        case bytes(b"a") | bytearray(b"a") as raw:
            return "bytes", raw
        case str(text) | bytes(text):
            return "text", text
        case []:
            return "empty sequence"
        case [x]:
            return "one", x
        case [1 | 2 as first, (2 | 3 as second)]:
            return "small", first, second
        case (None | True as a, True | False as b, *c):
            return a, b, c
        case (a, (b, c)) | [a, [b], c]:
            return "nested", a, b, c
        case Point(), Point(x, y):
            return "points", x, y
        case first, *_, last:
            return "ends", first, last
        case {"a": {"b": {"c": c}}}:
            return "deep", c
        case {"a": 1, "b": [_, *rest]}:
            return "list in dict", rest
        case {None: a, True: b, -3: c, b"k": d, **rest}:
            return "keys", a, b, c, d, rest
        case {"a": a, **others}:
            return "a", a, others
        case {**everything}:
            return "mapping", everything
        case Point3(x, y, z=z):
            return "3d", x, y, z
        case Point(x=0, y=y):
            return "on the axis", y
        case Point(x) if x > 0:
            return "right", x
        case set() | frozenset():
            return "set", sorted(v)
        case bool() | int(1) as n:
            return "one", n
        case int(n):
            return "int", n
        case type():
            return "class", v.__name__
        case _:
            return "other"


def stars(v):
    match v:
        case [*everything] if len(everything) == 3:
            return "three", everything
        case [1, *middle, 5]:
            return "1..5", middle
        case [*before, 2]:
            return "ends in 2", before
        case [1, *after]:
            return "begins with 1", after
        case [_, *_]:
            return "some"
        case [*_]:
            return "none"
    return "no sequence"


def middle(v):
    match v:
        case [_, x, *_, y, _]:
            return x, y
        case [*_, x, _, _]:
            return "third from the end", x
        case [_, x, *_]:
            return "second", x
        case [*_, x]:
            return "last", x
    return None


def keywords(v):
    match v:
        case Point(x=int(x), y=int(y)) if x != y:
            return x, y
        case object(real=r, imag=0):
            return "number", r
        case object(__class__=c):
            return "class", c.__name__


def go(payload):
    for f in shape, stars, middle, keywords:
        for v in SUBJECTS:
            tried(lambda: f(v))
            out(f.__name__)
    d = defaultdict(list)
    match d:
        case {"k": v}:
            out("never", v)
        case _:
            out("not made", d)
