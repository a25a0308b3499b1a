# enum: members, aliases, auto, lookups, mixins, flags and their boundaries, hooks, what is refused.
import json
import pvm_host
from enum import (CONFORM, EJECT, KEEP, STRICT, Enum, EnumMeta, EnumType, Flag, FlagBoundary, IntEnum, IntFlag, ReprEnum,
                  StrEnum, auto, member, nonmember, property as enum_property, unique)


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


class Color(Enum):
    """Colours."""
    RED = 1
    GREEN = 2
    CRIMSON = 1
    BLUE = auto()

    def dark(self):
        return "dark " + self.name.lower()

    @classmethod
    def first(cls):
        return cls.RED

    @staticmethod
    def nothing():
        return 0

    @property
    def twice(self):
        return self.value * 2

    @enum_property
    def thrice(self):
        return self.value * 3

    helper = nonmember(5)
    FUNC = member(len)


class Level(IntEnum):
    LOW = 1
    HIGH = 5
    MAX = auto()


class Word(StrEnum):
    HELLO = auto()
    OTHER = "else"


class Planet(Enum):
    EARTH = (5, 6)
    MARS = (3, 3)

    def __init__(self, mass, radius):
        self.mass = mass
        self.radius = radius

    @property
    def ratio(self):
        return self.mass * 100 // self.radius


class Coded(Enum):
    A = ("a", 1)
    B = ("b", 2)

    def __new__(cls, code, n):
        self = object.__new__(cls)
        self._value_ = code
        self.n = n
        return self


class Named(str, Enum):
    X = "x"
    Y = "y"


class Number(int, Enum):
    ONE = 1
    TWO = 2


class Missing(Enum):
    A = 1
    B = 2

    @classmethod
    def _missing_(cls, value):
        if value == "a":
            return cls.A
        if value == "odd":
            return 5
        if value == "bad":
            raise KeyError("no")
        return None


class Upper(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return (name.upper(), start, count, list(last_values))

    a = auto()
    b = auto()


class Shout(Enum):
    def __str__(self):
        return self.name + "!"

    def __repr__(self):
        return "R" + self.name

    def __eq__(self, other):
        return self is other or other == self.value

    def __hash__(self):
        return hash(self.value)

    def __lt__(self, other):
        return self.value < other.value


class Loud(Shout):
    A = 2
    B = 1


class Lists(Enum):
    P = [1]
    Q = [2]
    R = [1]


class Reserved(Enum):
    value = 1
    name = 2
    plain = 3


class Ordered(Enum):
    _order_ = "A B"
    A = 1
    B = 2


class Ignoring(Enum):
    _ignore_ = "tmp i"
    tmp = 5
    i = 6
    A = 1


class Perm(Flag):
    R = auto()
    W = auto()
    X = auto()
    RW = R | W


class Bits(IntFlag):
    A = 1
    B = 2
    D = 8


class Conform(Flag, boundary=CONFORM):
    A = 1
    C = 4


class Eject(IntFlag, boundary=EJECT):
    A = 1
    C = 4


class Keep(Flag, boundary=KEEP):
    A = 1
    C = 4


class Strict(IntFlag, boundary=STRICT):
    A = 1
    C = 4


class Reverse(Flag):
    C = 4
    A = 1
    B = 2


seen = []


class Told(Enum):
    def __init_subclass__(cls, **kw):
        seen.append((cls.__name__, len(cls), kw))


class Child(Told, flag=1):
    A = 1
    B = 2


def basics():
    for c in (Color, Level, Word, Planet, Coded, Named, Number, Upper, Loud, Lists, Reserved, Ordered, Ignoring, Child):
        emit(c, repr(c), type(c).__name__, len(c), bool(c), c.__name__, c.__doc__ == Color.__doc__)
        for m in c:
            emit(m, repr(m), f"{m}", f"{m!r}", f"{m:>20}|", "%s %r" % (m, m), m.name, m.value, m in c, type(m) is c, isinstance(m, c))
            emit(c(m.value) is m, c[m.name] is m, c(m) is m, m == m, m != m, hash(m) == hash(m), {m: 1}[m], m._name_, m._value_)
        emit(list(c.__members__), [m.name for m in reversed(c)], sorted(c.__members__.items(), key=lambda p: p[0])[0][0], type(c.__members__).__name__)
    emit(Color.CRIMSON is Color.RED, Color.RED.dark(), Color.first(), Color.nothing(), Color.RED.twice, Color.RED.thrice, Color.helper, Color.BLUE.value)
    emit(Color.RED.helper, Color.__members__["CRIMSON"], Color.RED == 1, Color.RED in [Color.RED], Color.RED is not Color.GREEN, Color.RED.__class__)
    emit(Level.LOW < Level.HIGH, Level.HIGH + 1, Level.LOW == 1, 1 == Level.LOW, sorted([Level.HIGH, Level.LOW]), max(Level), [10, 20][Level.LOW], Level.MAX.value)
    emit(type(Level.LOW + 1).__name__, Level.LOW | 6, -Level.HIGH, json.dumps([Level.LOW, Word.HELLO, {Word.OTHER: Level.HIGH}]), int(Level.HIGH), range(Level.HIGH))
    emit(Word.HELLO == "hello", Word.OTHER + "!", Word.HELLO.upper(), Word("else"), "hel" in Word.HELLO, {Word.HELLO: 1}["hello"], str(Word.HELLO), len(Word.HELLO))
    emit(Planet.EARTH.ratio, Planet.EARTH.mass, Planet((3, 3)), Coded("b").n, Named.X == "x", Named.X + "z", str(Named.X), f"{Named.X}", f"{Number.ONE}", Number.TWO + 1, str(Number.ONE))
    emit(Missing("a"), Upper.b.value, Loud.A == 2, sorted(Loud), Loud.A in {2: 1}, Lists([2]), Lists.R is Lists.P, Reserved.value, Reserved.name, Reserved.plain.value, Reserved.plain.name)
    emit(seen, Ignoring.__members__, hasattr(Ignoring, "tmp"), isinstance(Color, EnumType), EnumMeta is EnumType, issubclass(IntEnum, ReprEnum))
    emit(Enum, IntEnum, Flag, IntFlag, StrEnum, list(FlagBoundary), STRICT, FlagBoundary("keep"), repr(auto(3)))


def matched(m):
    match m:
        case Color.RED:
            return "red"
        case Level.LOW:
            return "low"
        case Color(name=n):
            return "color " + n
        case _:
            return "none"


def refused():
    tried(lambda: Color(9))
    tried(lambda: Color["NO"])
    tried(lambda: Color.NO)
    tried(lambda: Color.RED.no)
    tried(lambda: Color.RED < Color.GREEN)
    tried(lambda: setattr(Color, "RED", 5))
    tried(lambda: delattr(Color, "RED"))
    tried(lambda: setattr(Color.RED, "value", 5))
    tried(lambda: setattr(Color.RED, "name", 5))
    tried(lambda: delattr(Color.RED, "name"))
    tried(lambda: 1 in Color)
    tried(lambda: Color.RED in Level)
    tried(lambda: Missing("odd"))
    tried(lambda: Missing("bad"))
    tried(lambda: Missing("none"))
    tried(lambda: Lists([9]))
    tried(lambda: Enum(1))
    tried(lambda: Level("x"))
    tried(lambda: type("X", (Color,), {}))
    tried(lambda: Color.__members__.__setitem__("a", 1))
    tried(lambda: StrEnum("X", {"a": 5}))
    tried(lambda: IntEnum("X", {"a": "q"}))
    tried(lambda: unique(Color))
    tried(lambda: unique(Level))
    def twice():
        class T(Enum):
            A = 1
            A = 2
    def sunder():
        class T(Enum):
            _odd_ = 1
    def redefined():
        class T(Enum):
            f = 1
            def f(self):
                pass
    def order():
        class T(Enum):
            _order_ = "B A"
            A = 1
            B = 2
    def mro():
        class T(Enum):
            mro = 1
    def extended():
        class T(Color):
            X = 9
    def last():
        class T(Enum, int):
            A = 1
    def late():
        class T(Enum):
            A = auto()
            def _generate_next_value_(name, start, count, last):
                return 1
    def failing():
        class T(Enum):
            A = 1
            def __init__(self, v):
                raise ValueError("in init")
    for f in (twice, sunder, redefined, order, mro, extended, last, late, failing):
        tried(f)
    emit(matched(Color.RED), matched(Color.GREEN), matched(Level.LOW), matched(1), matched(5))


def functional():
    for made in (Enum("Animal", "CAT DOG"), Enum("Animal", ["A", "B"], start=5), Enum("Animal", [("A", 7), ("B", 8)]), Enum("Animal", {"A": 1, "B": "x"}),
                 IntEnum("N", "a, b"), Flag("F", "x y z"), StrEnum("S", ["P", "Q"]), Enum("T", "A B", type=int), IntFlag("IF", "a b"),
                 Enum("E", "A", module="m", qualname="q.E")):
        emit(made, list(made), [m.value for m in made], [str(m) for m in made], made.__module__ == "m")


def flags():
    rw = Perm.R | Perm.W
    emit(rw, repr(rw), Perm.RW is rw, list(Perm), list(rw), len(rw), Perm.R in rw, Perm.X in rw, rw in Perm, rw & Perm.W, rw ^ Perm.R, ~Perm.R, ~rw, ~~rw)
    emit(Perm(0), repr(Perm(0)), bool(Perm(0)), bool(rw), Perm(5), Perm(7), Perm(7).name, Perm(0).name, [p.value for p in Perm], Perm["RW"], Perm(-1), Perm(~1))
    emit(rw == Perm(3), hash(rw) == hash(Perm(3)), {rw: 1}[Perm.RW], rw.value, rw.name, Perm.__members__, rw | Perm.X, (rw | Perm.X) & ~Perm.W)
    emit(Bits.A | Bits.B, repr(Bits.A | Bits.B), int(Bits.A | Bits.B), Bits.A | 4, repr(Bits.A | 4), repr(4 | Bits.A), Bits.A + 1, ~Bits.A, repr(~Bits.A), Bits(16), repr(Bits(16)))
    emit(repr(Bits(0)), repr(Bits(-1)), repr(Bits(-3)), repr(Bits(3) & 1), repr(Bits(3) ^ 2), list(Bits(11)), Bits.A in Bits(3), f"{Bits(3)}", str(Bits(3)), "%d" % Bits(3), Bits(3) == 3)
    emit(repr(Conform(7)), repr(Conform(-1)), repr(Eject(7)), type(Eject(7)).__name__, repr(Eject(5)), repr(Keep(7)), repr(Keep(16)), repr(Keep(-2)), repr(Strict(5)))
    emit(list(Reverse), list(Reverse(7)), Reverse(7), repr(Reverse.A | Reverse.C), [m.value for m in Reverse(3)])
    tried(lambda: Strict(7))
    tried(lambda: Perm(8))
    tried(lambda: Perm(-9))
    tried(lambda: Perm("x"))
    tried(lambda: Perm.R | 1)
    tried(lambda: Perm.R & "x")
    tried(lambda: 1 in Perm.R)
    tried(lambda: Perm.R | Bits.A)
    tried(lambda: Perm.R < Perm.W)
    tried(lambda: Bits.A < Bits.B)
    tried(lambda: Flag("F", {"a": "x", "b": 1}))
    def after_text():
        class T(Flag):
            A = 1
            B = auto()
            C = 8
            D = auto()
        return [m.value for m in T]
    tried(after_text)


basics()
refused()
functional()
flags()
