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
        out(a.add().add(5).value)
        out(b.add(n=2))
        out(Counter.total)
        out(a.total)
        out(Counter.add(b, 3).value)
        a.total = 'own'
        a.shared.append(1)
        out(a.total)
        out(b.total)
        out(b.shared)
        out(Counter.shared)
        out(a.__class__ is Counter)
        out(type(a) is Counter)
        out(type(a).__name__)
        out(Counter.__name__)
        out(Counter.__doc__)
        out(isinstance(a, Counter))
        out(isinstance(a, (int, Counter)))
        out(isinstance(a, int))
        out(issubclass(Counter, object))
        m = b.add
        out(m(1))
        out(m.__name__)
        out(callable(m))
        out(callable(a))
        out(callable(Counter))
        out(hasattr(a, 'value'))
        out(hasattr(a, 'nope'))
        out(getattr(a, 'value'))
        out(getattr(a, 'nope', 'default'))
        setattr(a, 'dynamic', 5)
        out(a.dynamic)
        out(sorted(a.__dict__))
        out(a.__dict__['value'])
        del a.dynamic
        delattr(a, 'total')
        out(a.total)
        out(hasattr(a, 'dynamic'))
        e = Empty()
        e.x = 1
        Empty.y = 2
        out(e.x)
        out(e.y)
        out(Empty().y)
        out(e == e)
        out(e == Empty())
        out(e != Empty())
        out(bool(e))
        out({e: 1}[e])
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
