"""Calls: defaults, keywords, stars, keyword-only, positional-only, and every complaint."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def f(a, b=2, *args, c, d=4, **kw):
    return a, b, args, c, d, sorted(kw.items())


def p(a, b=1, /, c=2, *, d=3):
    return a, b, c, d


def none():
    return 'none'


def one(x):
    return x


def two(x, y):
    return x, y


def only(*, k):
    return k


def collect(into=[]):
    into.append(len(into))
    return into


class Program:
    def go(self, payload):
        out(f(1, c=3))
        out(f(1, 5, 6, 7, c=8, d=9, e=10))
        out(f(*[1, 2, 3], **{'c': 4, 'z': 5}))
        out(f(1, *(), c=0, **{}))
        out(f(*'ab', *'cd', c=1))
        out(f(c=1, a=0))
        out(f(*[1], 2, *[3], c=4, **{'x': 1}, **{'y': 2}))
        out(p(1))
        out(p(1, 2))
        out(p(1, 2, 3, d=4))
        out(p(1, c=5))
        out(collect())
        out(collect())
        out(collect([9]))
        out((lambda *a, **k: (a, k))(1, b=2))
        out((lambda x, y=3: x + y)(1))
        tried(lambda: none(1))
        tried(lambda: one())
        tried(lambda: one(1, 2))
        tried(lambda: two())
        tried(lambda: two(1))
        tried(lambda: two(1, 2, 3))
        tried(lambda: two(1, y=2, z=3))
        tried(lambda: two(1, x=1))
        tried(lambda: only(1))
        tried(lambda: only())
        tried(lambda: f())
        tried(lambda: f(1))
        tried(lambda: p())
        tried(lambda: p(a=1))
        tried(lambda: p(1, b=2))
        tried(lambda: p(1, 2, 3, 4))
        tried(lambda: one(**{'q': 1}))
        tried(lambda: two(*[1], **{'x': 1}))
        tried(lambda: one(**{1: 2}))
        tried(lambda: none(x=1))
        tried(lambda: len())
        tried(lambda: len(1, 2))
        tried(lambda: len(x=[]))
        tried(lambda: isinstance(1))
