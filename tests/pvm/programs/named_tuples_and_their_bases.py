# What may stand beside NamedTuple, what the class then derives from, and methods that its body adds.
import pvm_host
from collections import namedtuple
from typing import Generic, NamedTuple, Protocol, TypedDict, TypeVar

T = TypeVar("T")
K = TypeVar("K")


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def told(name, make):
    try:
        emit(name, repr(make()))
    except Exception as e:
        emit(name, type(e).__name__ + ": " + str(e))


class Guarded:
    def allowed(self, who):
        return who == self.owner


class Shown:
    def __repr__(self):
        return "hidden"


class Plain(NamedTuple):
    owner: str


class Closes(Protocol):
    def close(self): ...


def mixed_in_behind():
    class Account(NamedTuple, Guarded):
        owner: str
    return Account("ann").allowed("ann")


def mixed_in_before():
    class Account(Guarded, NamedTuple):
        owner: str
    return Account("ann").allowed("ann")


def shown_otherwise():
    class Secret(Shown, NamedTuple):
        word: str
    return Secret("pass")


def two_named_tuples():
    class More(NamedTuple, Plain):
        more: int
    return More._fields


def with_generic_and_more():
    class Box(NamedTuple, Generic[T], Guarded):
        owner: T
    return Box("ann").allowed("ann")


def with_a_dict():
    class Both(NamedTuple, dict):
        x: int
    return Both(1)


def with_a_protocol():
    class Both(NamedTuple, Closes):
        x: int
    return Both(1)


def with_plain_generic():
    class Both(NamedTuple, Generic):
        x: int
    return Both(1)


def the_mixin_is_told_before_the_fields():
    class Both(NamedTuple, Guarded):
        x: int = 1
        y: int
    return Both(1)


def in_two_steps():
    class Account(Plain, Guarded):
        pass
    return Account("ann").allowed("ann"), Account("ann").allowed("bob"), Account._fields, Account.__mro__[1:3] == (Plain, tuple)


def in_two_steps_before():
    class Secret(Shown, Plain):
        pass
    return Secret("pass"), Secret("pass").owner


def generic():
    class Pair(NamedTuple, Generic[K, T]):
        key: K
        value: T = None
    p = Pair(1, "a")
    return p, p == (1, "a"), Pair.__parameters__, Pair.__mro__[1:], isinstance(p, Generic), Pair[int, str], Pair[int, str](2, "b"), Pair(3)


def generic_in_front():
    class Pair(Generic[T], NamedTuple):
        value: T
    return Pair(1), Pair.__bases__, Pair[int].__args__, Pair.__orig_bases__[0], len(Pair.__orig_bases__)


def derived_from_generic():
    class Pair(NamedTuple, Generic[T]):
        value: T
    class Named(Pair[int]):
        def twice(self):
            return self.value * 2
    return Named(4).twice(), Named._fields, Named.__mro__[1] is Pair


def bases():
    return Plain.__bases__, len(Plain.__orig_bases__), NamedTuple("P", [("x", int)]).__bases__


def new_is_refused():
    class Odd(NamedTuple):
        x: int
        def __new__(cls, x):
            return None
    return Odd(1)


def init_is_refused():
    class Odd(NamedTuple):
        x: int
        def __init__(self, x):
            pass
    return Odd(1)


def replace_is_refused():
    class Odd(NamedTuple):
        x: int
        def _replace(self):
            pass
    return Odd(1)


def the_name_of_a_field_is_told_first():
    class Odd(NamedTuple):
        _x: int
        def _make(self):
            pass
    return Odd(1)


def default_before():
    class Odd(NamedTuple):
        x: int = 1
        y: int
    return Odd(1)


def two_defaults_before():
    class Odd(NamedTuple):
        x: int = 1
        z: int = 1
        y: int
    return Odd(1)


def an_equality_of_its_own():
    class Id(NamedTuple):
        x: int
        note: str = ""
        def __eq__(self, other):
            return self.x == other.x
    a, b = Id(1, "a"), Id(1, "b")
    return a == b, a != b, hash(a) == hash((1, "a")), a < b, Id.__hash__ is tuple.__hash__


def methods_and_more():
    class Order(NamedTuple):
        """An order."""
        item: str
        amount: int = 1
        kinds = ("a", "b")
        @property
        def twice(self):
            return self.amount * 2
        @classmethod
        def of(cls, text):
            return cls(*text.split())
        @staticmethod
        def unit():
            return "pieces"
        def __str__(self):
            return "order of " + self.item
    o = Order("tea", 2)
    return o, str(o), o.twice, Order.of("milk 3"), Order.unit(), Order.kinds, Order.__doc__, Order.__name__, Order.__qualname__.split(".")[-1], o._replace(amount=5)


def hooks_of_names():
    class Seen:
        def __set_name__(self, owner, name):
            self.name = name
    class Order(NamedTuple):
        item: str
        seen = Seen()
    return hasattr(Order.seen, "name")


def typed_dict_and_a_mixin():
    class Both(TypedDict, Guarded):
        x: int
    return Both(x=1)


def protocol_and_a_mixin():
    class Both(Guarded, Protocol):
        x: int
    return Both


def protocol_in_a_class():
    class Both(Guarded, Closes):
        owner = "ann"
    return Both().allowed("ann"), Both().close()


for test in (mixed_in_behind, mixed_in_before, shown_otherwise, two_named_tuples, with_generic_and_more, with_a_dict, with_a_protocol,
             with_plain_generic, the_mixin_is_told_before_the_fields, in_two_steps, in_two_steps_before, generic, generic_in_front,
             derived_from_generic, bases, new_is_refused, init_is_refused, replace_is_refused, the_name_of_a_field_is_told_first,
             default_before, two_defaults_before, an_equality_of_its_own, methods_and_more, hooks_of_names, typed_dict_and_a_mixin,
             protocol_and_a_mixin, protocol_in_a_class):
    told(test.__name__, test)
