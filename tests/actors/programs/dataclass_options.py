"""dataclasses: every option, inheritance, slots, frozen, hashes, keyword-only, InitVar, ClassVar, messages."""
import dataclasses
import typing
from dataclasses import (KW_ONLY, MISSING, Field, FrozenInstanceError, InitVar, asdict, astuple, dataclass, field, fields, is_dataclass,
                         make_dataclass, replace)
from typing import ClassVar

import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


@dataclass
class Three:
    a: int
    b: str = "b"
    c: list = field(default_factory=list)


@dataclass
class Required:
    one: int
    two: int
    three: int


@dataclass
class Empty:
    pass


@dataclass(kw_only=True)
class Only:
    a: int
    b: int = 2
    c: int = field(default=3, kw_only=False)


@dataclass
class Mixed:
    x: int
    _: KW_ONLY
    y: int
    z: int = 5


@dataclass(kw_only=True)
class OnlyRequired:
    a: int
    b: int
    c: int


@dataclass
class Init:
    total: int
    scale: InitVar[int] = 2
    seen: ClassVar[int] = 7
    also: typing.ClassVar[list] = []
    made: int = field(init=False)
    hidden: int = field(default=1, repr=False)
    first: dataclasses.InitVar[str] = "f"

    def __post_init__(self, scale, first):
        self.made = self.total * scale
        self.first_seen = first


@dataclass(frozen=True)
class Frozen:
    a: int
    b: list = field(default_factory=list, hash=False)

    def moved(self):
        return replace(self, a=self.a + 1)


@dataclass(frozen=True)
class FrozenChild(Frozen):
    c: int = 0

    def __post_init__(self):
        object.__setattr__(self, "d", self.a + self.c)


@dataclass(order=True)
class Ordered:
    name: str = field(compare=False)
    rank: int = 0


@dataclass(slots=True)
class Slots:
    a: int
    b: int = 3

    def double(self):
        return Slots(self.a * 2, self.b * 2)


@dataclass(slots=True)
class SlotsChild(Slots):
    c: int = 4


@dataclass(frozen=True, slots=True, order=True)
class All:
    a: int
    b: int = field(default=2, kw_only=True)


@dataclass(eq=False)
class NoEq:
    a: int


@dataclass(unsafe_hash=True)
class Unsafe:
    a: int
    b: list = field(default_factory=list, hash=False)


@dataclass(repr=False)
class NoRepr:
    a: int

    def __str__(self):
        return "own"


@dataclass(init=False)
class NoInit:
    a: int = 4

    def __init__(self, a=9):
        self.a = a


@dataclass
class OwnMethods:
    a: int

    def __repr__(self):
        return "mine"

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 5


@dataclass
class Base:
    a: int
    b: int = 1
    c: int = 2


@dataclass
class Child(Base):
    b: int = 10
    d: int = 20


@dataclass
class Node:
    name: str
    next: "Node" = None
    children: list = field(default_factory=list)


@dataclass(match_args=False)
class NoMatch:
    a: int


class Plain(Base):
    pass


@dataclass
class Descr:
    x: int = 1

    @property
    def twice(self):
        return self.x * 2

    @classmethod
    def make(cls):
        return cls(8)

    @staticmethod
    def static():
        return "static"


def making(payload):
    for thunk in [lambda: Three(), lambda: Three(1), lambda: Three(1, 2, 3), lambda: Three(1, 2, 3, 4), lambda: Three(1, b=5), lambda: Three(1, a=5),
                  lambda: Three(1, z=5), lambda: Three(b=5), lambda: Three(1, 2, 3, 4, c=1), lambda: Three(c=[1], a=0), lambda: Three(1, 2, b=3),
                  lambda: Required(), lambda: Required(1), lambda: Required(1, 2), lambda: Required(two=2), lambda: Required(1, 2, 3, 4),
                  lambda: Required(1, 2, 3, 4, 5), lambda: Required(**{"one": 1, "two": 2, "three": 3}), lambda: Empty(), lambda: Empty(1),
                  lambda: Only(a=1), lambda: Only(5, a=1), lambda: Only(), lambda: Only(1, 2, a=3), lambda: Only(1, 2, a=3, b=4), lambda: Mixed(1),
                  lambda: Mixed(1, y=2), lambda: Mixed(1, 2), lambda: Mixed(1, 2, y=2), lambda: OnlyRequired(), lambda: OnlyRequired(b=1),
                  lambda: OnlyRequired(1, 2), lambda: Init(3), lambda: Init(3, 4), lambda: Init(3, first="x").first_seen, lambda: Init(3, made=4),
                  lambda: (Init.seen, Init.also, Init.scale), lambda: Init(5).scale, lambda: NoInit(), lambda: NoInit(3), lambda: NoInit() == NoInit(9),
                  lambda: Child(1), lambda: Child(1, 2, 3, 4), lambda: [f.name for f in fields(Child)], lambda: Plain(1), lambda: Plain(1) == Base(1)]:
        tried(thunk)
    out(Three(1).c is Three(1).c, Three.b, hasattr(Three, "a"), hasattr(Three, "c"))
    out(Descr().twice, Descr.make(), Descr.static(), Descr().make())


def comparing(payload):
    out(Three(1) == Three(1), Three(1) == Three(2), Three(1) != Three(2), Base(1) == Child(1), Three(1) == 5, NoEq(1) == NoEq(1))
    out(Ordered("b", 1) < Ordered("a", 2), sorted([Ordered("z", 3), Ordered("y", 1)]), max(Ordered("p", 5), Ordered("q", 4)))
    out(Ordered("a", 1) == Ordered("b", 1), Ordered("a", 1) <= Ordered("b", 1), Ordered("a", 1) >= Ordered("b", 2), Ordered("a") > Ordered("b"))
    for thunk in [lambda: Ordered("a") < 5, lambda: Three(1) < Three(2), lambda: hash(Three(1)), lambda: hash(Frozen(1)) == hash(Frozen(1, [2])),
                  lambda: {Frozen(1): 1}[Frozen(1)], lambda: hash(Unsafe(1)) == hash(Unsafe(1, [5])), lambda: hash(OwnMethods(1)),
                  lambda: OwnMethods(1) == 7, lambda: OwnMethods(1), lambda: str(NoRepr(1)), lambda: isinstance(hash(NoEq(1)), int),
                  lambda: Three.__hash__, lambda: len({All(1), All(1), All(1, b=3)}), lambda: All(1) < All(1, b=3), lambda: All(2, 3)]:
        tried(thunk)


def changing(payload):
    f, c, s, a = Frozen(1), FrozenChild(1, c=5), Slots(1), All(1)
    for thunk in [lambda: setattr(f, "a", 2), lambda: setattr(f, "zz", 2), lambda: delattr(f, "a"), lambda: f.moved(), lambda: c.d, lambda: c,
                  lambda: setattr(c, "c", 1), lambda: setattr(c, "other", 1), lambda: setattr(s, "a", 5), lambda: s, lambda: s.double(),
                  lambda: SlotsChild(1), lambda: SlotsChild.__slots__, lambda: Slots.__slots__, lambda: setattr(a, "a", 1), lambda: delattr(a, "b"),
                  lambda: a, lambda: hash(a) == hash(All(1)), lambda: isinstance(FrozenInstanceError("x"), AttributeError)]:
        tried(thunk)
    try:
        f.a = 9
    except FrozenInstanceError as e:
        out(str(e))
    try:
        del c.b
    except FrozenInstanceError as e:
        out(str(e))
    for thunk in [lambda: replace(Three(1), b="x"), lambda: replace(Three(1), z=1), lambda: replace(5), lambda: replace(Init(3), made=1),
                  lambda: replace(Init(3), total=4), lambda: replace(Child(1), a=2, d=0), lambda: replace(Three)]:
        tried(thunk)


def taking(payload):
    n = Node("a", Node("b"), [Node("c"), (Node("d"), {"k": Node("e")})])
    out(asdict(n), astuple(n), asdict(Slots(1)), astuple(Frozen(1, [2])))
    out(asdict(Three(1, c=[[1], {2}]), dict_factory=lambda pairs: sorted(pairs)), astuple(Mixed(1, y=2), tuple_factory=list))
    t = Three(1, c=[[1]])
    out(asdict(t)["c"] is t.c, asdict(t)["c"] == t.c, asdict(t)["c"][0] is t.c[0])
    for thunk in [lambda: asdict(5), lambda: asdict(Three), lambda: astuple("x"), lambda: fields(5), lambda: fields(int),
                  lambda: [is_dataclass(x) for x in (Three, Three(1), 5, int, Plain, Plain(1))],
                  lambda: [(f.name, f.default is MISSING, f.init, f.repr, f.compare, f.hash, f.kw_only) for f in fields(Init)],
                  lambda: [isinstance(f, Field) for f in fields(Slots(1))], lambda: len(fields(Empty))]:
        tried(thunk)
    loop = Node("loop")
    loop.next = loop
    loop.children.append(loop)
    out(loop)
    match Child(1, 2, 3, 4):
        case Child(a, b, c, d):
            out((a, b, c, d))
    match All(7, b=8):
        case All(x, b=y):
            out((x, y))
    out(Three.__match_args__, Only.__match_args__, hasattr(NoMatch, "__match_args__"))


def refusing(payload):
    def bad_order():
        @dataclass
        class A:
            a: int = 1
            b: int

    def bad_order_inherited():
        @dataclass
        class A(Three):
            d: int

    def mutable():
        @dataclass
        class A:
            a: list = []

    def mutable_dict():
        @dataclass
        class A:
            a: dict = field(default={})

    def no_annotation():
        @dataclass
        class A:
            a = field()

    def both():
        return field(default=1, default_factory=int)

    def order_no_eq():
        @dataclass(order=True, eq=False)
        class A:
            pass

    def order_there():
        @dataclass(order=True)
        class A:
            def __le__(self, other):
                return True

    def frozen_there():
        @dataclass(frozen=True)
        class A:
            def __setattr__(self, name, value):
                pass

    def frozen_from():
        @dataclass
        class A(Frozen):
            pass

    def frozen_of():
        @dataclass(frozen=True)
        class A(Three):
            pass

    def two_markers():
        @dataclass
        class A:
            _: KW_ONLY
            a: int
            __: KW_ONLY

    def class_factory():
        @dataclass
        class A:
            a: ClassVar[list] = field(default_factory=list)

    def class_kw_only():
        @dataclass
        class A:
            a: ClassVar[int] = field(kw_only=True)

    def hash_there():
        @dataclass(unsafe_hash=True)
        class A:
            def __hash__(self):
                return 1

    def slots_there():
        @dataclass(slots=True)
        class A:
            __slots__ = ("a",)
            a: int

    def weak():
        @dataclass(weakref_slot=True)
        class A:
            pass

    def init_var_left():
        @dataclass
        class A:
            a: InitVar[int]
        return replace(A(1))

    for thunk in [bad_order, bad_order_inherited, mutable, mutable_dict, no_annotation, both, order_no_eq, order_there, frozen_there, frozen_from,
                  frozen_of, two_markers, class_factory, class_kw_only, hash_there, slots_there, weak, init_var_left, lambda: dataclass(5, 6),
                  lambda: dataclass(bad=1)]:
        tried(thunk)


def made(payload):
    P = make_dataclass("P", [("x", "int"), ("y", "int", 5)])
    out(P(1), P(1, 2) == P(1, 2), P.__name__, [f.name for f in fields(P)])
    Q = make_dataclass("Q", ["a", ("b", "int", field(default_factory=list))], bases=(P,), namespace={"both": lambda self: (self.x, self.b)}, frozen=False,
                       kw_only=True)
    out(Q(1, a=2), Q(1, a=2).both())
    for thunk in [lambda: make_dataclass("R", ["a", "a"]), lambda: make_dataclass("R", ["1a"]), lambda: make_dataclass("R", [("a",)]),
                  lambda: make_dataclass("R", [("a", "int", 1), "b"]), lambda: make_dataclass("R", [])()]:
        tried(thunk)
