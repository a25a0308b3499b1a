# functools.total_ordering: what NotImplemented does, the names of what is made, which comparison is the root.
from functools import total_ordering
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args):
    try:
        emit(repr(f(*args)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


@total_ordering
class Silent:
    def __eq__(self, other):
        return NotImplemented

    def __lt__(self, other):
        return NotImplemented


class Other:
    def __le__(self, other):
        return "Other.le"

    def __gt__(self, other):
        return "Other.gt"

    def __lt__(self, other):
        return "Other.lt"


emit(Silent() >= Other(), Silent() > Other())
for compare in (lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b):
    tried(compare, Silent(), 3)
    tried(compare, 3, Silent())
for name in ("__lt__", "__le__", "__gt__", "__ge__"):
    tried(getattr(Silent(), name), 3)
    emit(getattr(Silent, name).__name__, getattr(Silent, name).__qualname__)


class Number:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n if isinstance(other, Number) else NotImplemented


class Odd(Number):
    def __ne__(self, other):
        emit("ne")
        return True


def rooted(base, *names):
    body = {}
    for name in names:
        def method(self, other, name=name):
            emit(name)
            if not isinstance(other, Number):
                return NotImplemented
            return {"__lt__": self.n < other.n, "__le__": self.n <= other.n, "__gt__": self.n > other.n, "__ge__": self.n >= other.n}[name]
        body[name] = method
    return total_ordering(type("Rooted", (base,), body))


for names in (("__lt__",), ("__le__",), ("__gt__",), ("__ge__",), ("__gt__", "__lt__"), ("__le__", "__ge__"), ("__gt__", "__le__")):
    for base in (Number, Odd):
        made = rooted(base, *names)
        for a, b in ((1, 2), (2, 2), (3, 2)):
            emit(names, a, b, made(a) < made(b), made(a) <= made(b), made(a) > made(b), made(a) >= made(b))
        tried(lambda: made(1) >= "1")
        tried(lambda: max(made(1), made(3)).n)


class Derived(rooted(Number, "__lt__")):
    def __lt__(self, other):
        return other.n < self.n


emit(Derived(1) > Derived(2), Derived(1) >= Derived(2), Derived(1) <= Derived(2))
tried(total_ordering, type("Nothing", (), {}))
tried(lambda: total_ordering(type("Whole", (), {"__gt__": lambda a, b: "gt", "__lt__": lambda a, b: ""}))() >= 1)
