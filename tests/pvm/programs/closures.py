# Closures: what this prints, CPython prints.
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


def counter():
    n = 0
    def inc(k=1):
        nonlocal n
        n += k
        return n
    def get(): return n
    return inc, get
i, g = counter(); i(); i(5); p(g(), i.__qualname__)
fs = [lambda: k for k in range(3)]; p([f() for f in fs])
fs = [lambda k=k: k for k in range(3)]; p([f() for f in fs])
def a(x):
    def b(y):
        def c(z): return x + y + z
        return c
    return b
p(a(1)(2)(3))
def late():
    def use(): return v
    v = 5
    return use()
p(late())
def unbound():
    def use(): return v
    r = use()
    v = 5
err(unbound)
def unbound2():
    q = q + 1
err(unbound2)
def unbound3():
    del z
    z = 1
err(unbound3)
def cond(flag):
    if flag: w = 1
    return w
p(cond(True)); err(cond, False)
err(lambda: undefined_name)
x = "global"
def shadow():
    x = "local"
    class K:
        y = x
        x = "class"
        z = x
        def m(self): return x
    return K.y, K.z, K().m(), [x for _ in range(1)]
p(shadow())
def glob():
    global x, newglobal
    x = "changed"
    newglobal = 1
glob(); p(x, newglobal)
class C:
    items = [1, 2, 3]
    n = 2
    doubled = [i * 2 for i in items]
    try:
        bad = [i * n for i in items]
    except NameError as e:
        bad = str(e)
p(C.doubled, C.bad)
def param_cell(x, *args, k=1, **kw):
    def inner():
        nonlocal x
        x += 1
        return x, args, k, kw
    return inner
pc = param_cell(1, 2, 3, k=4, z=5); p(pc(), pc())
def deleted():
    v = 1
    def inner(): return v
    del v
    return inner()
err(deleted)
def rec():
    def even(n): return True if n == 0 else odd(n - 1)
    def odd(n): return False if n == 0 else even(n - 1)
    return even(10), odd(7)
p(rec())
