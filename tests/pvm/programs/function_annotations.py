# Annotations of functions, classes and the module, which are text: what this prints, CPython prints.
from __future__ import annotations
import functools
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


def f(a: int, b: Undefined = 1, /, c: "quoted" = 2, *args: tuple[int, ...], d: str = "x", e, **kw: dict[str, list[int]]) -> None | bytes:
    pass


p(f.__annotations__)
p(f.__annotations__ is f.__annotations__, (lambda x: x).__annotations__, err.__annotations__)


def shapes(a: -1, b: (1, 2), c: (3,), d: (), e: x[()], g: x[1, 2], h: x[1:2, ::3, :], i: a if b else c, j: not a or b and c, k: a < b <= c,
           l: (a + b) * c - -d ** -e, m: a ** (b ** c) ** d, n: lambda x, /, y=1, *z, k, w=2, **q: (x, y), o: [i for i in x if i if j],
           p: {k: v for k, v in x}, q: f(*a, b, k=1, **d), r: f(i for i in x), s: {1, 2}, t: {1: 2, **x}, u: 'a"b\'c\n', v: b'\x00a', w: ...,
           x: a @ b // c % d, y: a | b ^ c & d << e, z: (a | b) & c, aa: 12345678901234567890123, ac: a.b.c[d](e),
           ad: 1 .real, ae: f'{a!r:>{w}}{{b}} {c}', af: a is not b, ag: a not in b, ah: (a, *b), ai: x[*a], aj: ~a + +b, ak: lambda: 0,
           al: (a, b)[0], am: (lambda: 0)(), an: [], ao: {}, ap: "a" "b", aq: u"k", ar: (not a) + 1, at: (a if b else c) or d,
           au: lambda *, k: k, av: {*a}, aw: True, ax: (a or b) and c, ay: -(1 + 2), az: (-1) ** 2, ba: x[a, *b], bb: x[(a, b):c]): pass


for name, text in shapes.__annotations__.items():
    p(name, text)


class C:
    a: int
    __private: str = "s"
    (bracketed): int = 3
    if a_condition := True:
        inner: C = None
    other = 5
    def method(self, __x: int) -> C: pass
    @staticmethod
    def s(a: int): pass
    @classmethod
    def c(cls, a: str): pass
    @property
    def prop(self) -> int: return 1


class D(C):
    pass


class Looks:
    before = dict(__annotations__)
    x: int
    seen = dict(__annotations__)
    __annotations__["more"] = "added"


p(C.__annotations__, D.__annotations__, C().__annotations__, D().__annotations__ == {})
p(C.method.__annotations__, C().method.__annotations__, C.s.__annotations__, C.c.__annotations__, C.prop.fget.__annotations__)
p(Looks.before, Looks.seen, Looks.__annotations__)
D.__annotations__["new"] = 1
p(D.__annotations__, C.__annotations__)
err(lambda: int.__annotations__)
err(lambda: len.__annotations__)
err(lambda: (5).__annotations__)

one: int = 1
two: "text"
(three): int = 3
if one:
    four: list[int] = []
p(__annotations__)


def changes():
    local: int = 1
    f.__annotations__ = {"a": 1}
    p(f.__annotations__)
    f.__annotations__ = None
    p(f.__annotations__)
    f.__annotations__["z"] = 2
    p(f.__annotations__)
    del f.__annotations__
    p(f.__annotations__, hasattr(f, "__annotations__"))
    f.__annotations__ = [1]


err(changes)


def decorate(g):
    @functools.wraps(g)
    def wrapper(*args: nothing, **kwargs):
        return g(*args, **kwargs)
    return wrapper


def plain(x: int) -> str:
    """Its text."""
    return str(x)


plain.mark = "marked"
plain.__module__ = "elsewhere"
wrapped = decorate(plain)
p(wrapped.__name__, wrapped.__doc__, wrapped.__annotations__, wrapped.mark, wrapped.__wrapped__ is plain, wrapped(3), wrapped.__module__)
p(sorted(wrapped.__dict__), plain.__dict__, wrapped.__annotations__ is plain.__annotations__)
p(functools.WRAPPER_ASSIGNMENTS, functools.WRAPPER_UPDATES)


def few(): pass
few.kept = 1
functools.update_wrapper(few, plain, assigned=("__doc__", "missing"), updated=())
p(few.__name__, few.__doc__, few.__annotations__, few.__dict__ == {"kept": 1, "__wrapped__": plain})
err(functools.update_wrapper, few, plain, updated=("missing",))


@functools.singledispatch
def kind(x):
    return "object"


@kind.register
def _(x: int) -> str:
    return "int"


@kind.register
def _(x: C | bytes, more=None):
    return "C or bytes"


@kind.register(str)
@kind.register(bytearray)
def _(x):
    return "text"


@kind.register
def _(x: None):
    return "none"


@kind.register(list | tuple)
def _(x):
    return "sequence"


p([kind(x) for x in (1, True, "a", bytearray(), b"", None, [], (), C(), D(), {}, C)])
p(kind.dispatch(bool) is kind.dispatch(int), len(kind.registry), kind.registry[object](1), kind.__name__)


def bad(x: 5): pass
def generic(x: list[int]): pass
def unknown(x: Nowhere): pass
def part(x: int | list[str]): pass
def attribute(x: functools.partial): return "partial"
def no_attribute(x: functools.nothing): pass
for g in (bad, unknown, no_attribute, attribute):
    try:
        p(kind.register(g) is g)
    except Exception as e:
        p(type(e).__name__, e)
for g in (generic, part):
    try:
        kind.register(g)
    except TypeError as e:
        p(e)
p(kind(functools.partial(kind)))
for g in (lambda: kind.register(5, 6), lambda: kind.register("int"), lambda: kind()):
    err(g)
