# Functions: what this prints, CPython prints.
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


def f(a, b=2, *args, c, d=4, **kw): return (a, b, args, c, d, kw)
p(f(1, c=3), f(1, 2, 3, 4, c=5), f(1, c=3, z=9), f(*[1, 2, 3], **{"c": 4, "q": 5}), f(a=1, c=2), f(1, *(2, 3), c=1, **{"d": 7}))
def g(a, b, /, c, *, d): return (a, b, c, d)
p(g(1, 2, 3, d=4), g(1, 2, c=3, d=4))
def h(x, acc=[]):
    acc.append(x)
    return acc
p(h(1), h(2), h(3, []), h(4))
def nothing(): pass
p(nothing(), (lambda: None)(), (lambda x, *y, z=1: (x, y, z))(1, 2, z=3), (lambda *a, **k: (a, k))(1, b=2))
err(f); err(f, 1); err(lambda: f(1, 2)); err(g, 1, 2); err(lambda: g(1, 2, 3, 4)); err(lambda: g(a=1, b=2, c=3, d=4)); err(lambda: g(1, 2, 3, d=4, e=5)); err(nothing, 1); err(nothing, x=1); err(lambda: f(1, a=2, c=3)); err(lambda: (lambda x: x)()); err(lambda: (lambda x, y: x)(1, 2, 3)); err(lambda: (lambda x, y=1: x)(1, 2, 3)); err(lambda: (lambda x, y, z: x)()); err(lambda: (lambda *, k: k)()); err(lambda: (lambda *, k, j: k)()); err(lambda: (lambda x, *, k: k)(1, 2, k=3)); err(lambda: f(**{"a": 1}, **{"a": 2})); err(lambda: f(*5)); err(lambda: f(**5)); err(lambda: 5()); err(lambda: None()); err(lambda: "a"()); err(lambda: f(**{1: 2}))
def outer():
    def inner(a): return a
    return inner
err(outer()); p(outer().__name__, outer().__qualname__, f.__name__, (lambda: 1).__name__, len.__name__)
def doc():
    "the doc"
p(doc.__doc__, nothing.__doc__)
f.attr = 5; p(f.attr, hasattr(f, "nope"), callable(f), callable(5))
def fact(n): return 1 if n < 2 else n * fact(n - 1)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
p(fact(30), fib(15))
def many(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10): return a1 + a10
p(many(*range(10)), many(1, 2, 3, 4, 5, 6, 7, 8, a10=5, a9=3))
