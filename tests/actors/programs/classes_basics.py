"""Classes: attributes of class and instance, methods, bound and unbound."""
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


class Counter:
    """Counts."""
    total = 0
    shared = []

    def __init__(self, start=0):
        self.value = start
        Counter.total += 1

    def add(self, n=1):
        self.value += n
        return self

    def __repr__(self):
        return f'Counter({self.value})'


class Empty:
    pass


@actor
class Program:
    def go(self, payload):
        a, b = Counter(), Counter(10)
        out(a.add().add(5).value, b.add(n=2), Counter.total, a.total, Counter.add(b, 3).value)
        a.total = 'own'
        a.shared.append(1)
        out(a.total, b.total, b.shared, Counter.shared, a.__class__ is Counter, type(a) is Counter, type(a).__name__, Counter.__name__, Counter.__doc__, isinstance(a, Counter), isinstance(a, (int, Counter)), isinstance(a, int), issubclass(Counter, object))
        m = b.add
        out(m(1), m.__name__, callable(m), callable(a), callable(Counter), hasattr(a, 'value'), hasattr(a, 'nope'), getattr(a, 'value'), getattr(a, 'nope', 'default'))
        setattr(a, 'dynamic', 5)
        out(a.dynamic, sorted(vars(a)) if False else sorted(a.__dict__), a.__dict__['value'])
        del a.dynamic
        delattr(a, 'total')
        out(a.total, hasattr(a, 'dynamic'))
        e = Empty()
        e.x = 1
        Empty.y = 2
        out(e.x, e.y, Empty().y, e == e, e == Empty(), e != Empty(), bool(e), {e: 1}[e])
        tried(lambda: e.z)
        tried(lambda: Empty.z)
        tried(lambda: Empty(1))
        tried(lambda: Counter(1, 2))
        tried(lambda: Counter.add())
        tried(lambda: a.add(1, 2))
        tried(lambda: e())
        tried(lambda: e + 1)
        tried(lambda: e < e)
        tried(lambda: e[0])
        tried(lambda: len(e))
        tried(lambda: iter(e))
        tried(lambda: 1 in e)
        tried(lambda: -e)
        tried(lambda: int(e))
        tried(lambda: getattr(e, 'q'))
        tried(lambda: getattr(e, 5))
        tried(lambda: None.x)
        tried(lambda: (5).x)
        tried(lambda: 'a'.x)
        tried(lambda: [].x)
        tried(lambda: Counter.__init__(a, 1, 2))
        try:
            del e.nope
        except AttributeError as err:
            out(str(err))
        try:
            None.x = 1
        except AttributeError as err:
            out(str(err))
        try:
            (5).x = 1
        except AttributeError as err:
            out(str(err))
