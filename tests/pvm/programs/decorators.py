# Decorators: what this prints, CPython prints.
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


def deco(f):
    def w(*a, **k): return ("deco", f(*a, **k))
    return w
def with_arg(n):
    def d(f):
        def w(*a): return (n, f(*a))
        return w
    return d
@deco
@with_arg(5)
def f(x): return x
p(f(1))
def cls_deco(c):
    c.added = True
    return c
@cls_deco
class K:
    @deco
    def m(self): return "m"
p(K.added, K().m())
order = []
def note(n):
    order.append(n)
    return lambda f: (order.append(("apply", n)), f)[1]
@note(1)
@note(2)
def g(): pass
p(order)
@(lambda f: "replaced")
def h(): pass
p(h)
