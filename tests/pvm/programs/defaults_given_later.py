# Defaults that a program gives to a constructor, or takes from it, after the class was made.
import pvm_host
import typing
from collections import namedtuple
from dataclasses import KW_ONLY, dataclass, field, make_dataclass


def told(name, make):
    try:
        said = repr(make())
    except Exception as e:
        said = f"{type(e).__name__}: {e}"
    pvm_host.emit_event("t", f"{name}: {said}".encode())


def tried(make, *args, **kw):
    try:
        return make(*args, **kw)
    except TypeError as e:
        return str(e)


def all_none():
    Order = namedtuple("Order", "item amount note")
    Order.__new__.__defaults__ = (None,) * len(Order._fields)
    return Order(), Order("tea"), Order("tea", note="hot"), Order._field_defaults


def the_last_ones():
    Order = namedtuple("Order", ["item", "amount", "note"])
    Order.__new__.__defaults__ = (1, "")
    return Order("tea"), Order("tea", 2), tried(Order), tried(Order, 1, 2, 3, 4), tried(Order, note=1)


def read_back():
    Order = namedtuple("Order", "item amount", defaults=[1])
    return Order.__new__.__defaults__, Order("tea"), Order._field_defaults, namedtuple("P", "x y").__new__.__defaults__


def taken_away():
    Order = namedtuple("Order", "item amount", defaults=["tea", 1])
    Order.__new__.__defaults__ = None
    return tried(Order), tried(Order, "tea"), Order("tea", 2), Order._field_defaults


def more_than_fields():
    Order = namedtuple("Order", "item amount")
    Order.__new__.__defaults__ = ("a", "b", "c")
    return Order(), Order("x")


def of_no_fields():
    Nothing = namedtuple("Nothing", "")
    return Nothing(), tried(Nothing, 1)


def in_a_class_that_derives():
    class Order(namedtuple("Order", "item amount")):
        pass
    Order.__new__.__defaults__ = (3,)
    return Order("tea"), Order._make(("a", 1)), Order("tea")._replace(item="b"), tried(Order._make, ("a",))


def typed_functional():
    Order = typing.NamedTuple("Order", [("item", str), ("amount", int)])
    Order.__new__.__defaults__ = (1,)
    return Order("tea")


def typed_class():
    class Order(typing.NamedTuple):
        item: str
        amount: int = 1
    before = Order.__new__.__defaults__, Order("tea")
    Order.__new__.__defaults__ = (5,)
    return before, Order("tea"), Order._field_defaults


def of_a_dataclass():
    @dataclass
    class Order:
        item: str
        amount: int = 1
    before = Order.__init__.__defaults__
    Order.__init__.__defaults__ = (5,)
    return before, Order("tea"), Order("tea", 6), Order.amount, tried(Order)


def all_of_a_dataclass():
    @dataclass
    class Order:
        item: str
        amount: int
        note: str = ""
    Order.__init__.__defaults__ = ("tea", 2, "hot")
    return Order(), Order("milk"), Order(note="x"), tried(Order, 1, 2, 3, 4)


def taken_from_a_dataclass():
    @dataclass
    class Order:
        item: str
        amount: int = 1
    Order.__init__.__defaults__ = None
    return tried(Order, "tea"), Order("tea", 2), tried(Order, 1, 2, 3)


def with_factories():
    @dataclass
    class Order:
        item: str
        notes: list = field(default_factory=list)
        amount: int = 1
    before = repr(Order.__init__.__defaults__)
    Order.__init__.__defaults__ = ([7], 2)
    a, b = Order("a"), Order("b")
    return before, a, a.notes is b.notes, Order("c", [1])


def only_by_keyword():
    @dataclass
    class Order:
        item: str
        _: KW_ONLY
        amount: int = 1
        note: str = ""
    before = Order.__init__.__defaults__, Order.__init__.__kwdefaults__
    Order.__init__.__kwdefaults__ = {"amount": 9}
    return before, tried(Order, "tea"), Order("tea", note="x"), Order("tea", amount=1, note="x")


def a_keyword_default_is_replaced():
    @dataclass(kw_only=True)
    class Order:
        item: str
        amount: int = 1
    Order.__init__.__kwdefaults__["amount"] = 4
    return Order(item="tea"), tried(Order), tried(Order, "tea")


def none_at_first():
    @dataclass
    class Order:
        item: str
    before = Order.__init__.__defaults__, Order.__init__.__kwdefaults__
    Order.__init__.__defaults__ = ("tea",)
    return before, Order(), Order("milk")


def frozen_with_post_init():
    @dataclass(frozen=True)
    class Order:
        item: str
        amount: int = 1
        total: int = field(init=False, default=0)
        def __post_init__(self):
            object.__setattr__(self, "total", self.amount * 2)
    Order.__init__.__defaults__ = (5,)
    return Order("tea"), Order("tea", 2)


def made_by_a_function():
    Order = make_dataclass("Order", [("item", str), ("amount", int, 3)])
    before = Order.__init__.__defaults__
    Order.__init__.__defaults__ = ("tea", 4)
    return before, Order(), Order("milk")


def of_a_class():
    class Order:
        def __new__(cls, item, amount):
            self = super().__new__(cls)
            self.item, self.amount = item, amount
            return self
    Order.__new__.__defaults__ = ("tea", 1)
    return sorted(Order().__dict__.items()), sorted(Order("milk").__dict__.items())


def of_a_method():
    class Order:
        def set(self, item, amount):
            return item, amount
        @classmethod
        def of(cls, item):
            return item
        @staticmethod
        def unit(name):
            return name
    Order.set.__defaults__ = (1,)
    Order.of.__func__.__defaults__ = ("tea",)
    Order.unit.__defaults__ = ("piece",)
    return Order().set("a"), Order.of(), Order.unit(), Order().set.__defaults__


def of_a_function():
    def f(a, b, *, c):
        return a, b, c
    f.__defaults__, f.__kwdefaults__ = (1, 2), {"c": 3}
    one = f()
    f.__defaults__ = None
    return one, f(4, 5), tried(f, 1)


def of_a_lambda():
    f = lambda a, b=1: (a, b)
    f.__defaults__ = (7, 8)
    return f(), f(1), f(1, 2)


for test in (all_none, the_last_ones, read_back, taken_away, more_than_fields, of_no_fields, in_a_class_that_derives, typed_functional,
             typed_class, of_a_dataclass, all_of_a_dataclass, taken_from_a_dataclass, with_factories, only_by_keyword,
             a_keyword_default_is_replaced, none_at_first, frozen_with_post_init, made_by_a_function, of_a_class, of_a_method,
             of_a_function, of_a_lambda):
    told(test.__name__, test)
