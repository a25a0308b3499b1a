"""Decorators: stacked, with arguments, on methods and classes, keeping state."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


calls = []


def logged(f):
    def wrapper(*args, **kw):
        calls.append((f.__name__, args, sorted(kw)))
        return f(*args, **kw)
    wrapper.__name__ = f.__name__
    return wrapper


def times(n):
    def decorate(f):
        def wrapper(*args):
            return [f(*args) for _ in range(n)]
        return wrapper
    return decorate


def add_greeting(cls):
    cls.greet = lambda self: 'hello ' + self.name
    return cls


class Memo:
    def __init__(self, f):
        self.f, self.seen = f, {}

    def __call__(self, *args):
        if args not in self.seen:
            self.seen[args] = self.f(*args)
        return self.seen[args]


@logged
def add(a, b=2):
    return a + b


@times(2)
@logged
def twice(x):
    return x * 2


@Memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@add_greeting
class Person:
    def __init__(self, name):
        self.name = name

    @logged
    def rename(self, name):
        self.name = name
        return self


@actor
class Program:
    def go(self, payload):
        out(add(1))
        out(add(1, b=5))
        out(twice(4))
        out(calls[:2])
        out(len(calls))
        out(add.__name__)
        out(fib(60))
        out(len(fib.seen))
        out(Person('ada').greet())
        out(Person('x').rename('bob').greet())
        out(calls[-1][0])
        registry = {}
        def register(name):
            return lambda f: registry.setdefault(name, f)
        @register('double')
        def _(x):
            return x * 2
        @(lambda f: lambda x: f(x) + 1)
        def plus(x):
            return x
        out(registry['double'](21))
        out(plus(1))
        order = []
        def mark(n):
            order.append(('made', n))
            def apply(f):
                order.append(('applied', n))
                return f
            return apply
        @mark(1)
        @mark(2)
        def nothing():
            pass
        out(order)
