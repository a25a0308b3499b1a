# Star calls: what this prints, CPython prints.
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


def f(*a, **k): return a, sorted(k.items())
l, d = [1, 2], {"x": 1}
p(f(*l), f(*l, 3, *l), f(**d), f(*l, **d, y=2), f(0, *"ab", z=1, **{"q": 2}), f(*(), **{}), f(*range(3)), f(*{"k": 1}), f(*(x for x in l)))
p([*l, *l], (*l, 0), {*l, 9} == {1, 2, 9}, {**d, "x": 2, **{"w": 0}}, max(*l))
err(lambda: f(**{"a": 1}, a=2)); err(lambda: f(a=1, **{"a": 2}))
def many(a, b=2, *, c=3): return a, b, c
p(many(*[1]), many(*[1, 5], **{"c": 6}), many(**{"a": 1, "c": 0})); err(lambda: many(*[1, 2, 3])); err(lambda: many(**{"z": 1}, a=1))
