# Generators: what this prints, CPython prints.
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


def g():
    x = yield 1
    p("sent", x)
    y = yield x
    p("sent", y)
    return "ret"
it = g(); p(next(it), it.send(5))
try: it.send(7)
except StopIteration as e: p("stop", e.value)
err(lambda: next(it)); p(next(it, "default"))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
f = fib(); p([next(f) for _ in range(10)], list(zip(fib(), "abc")))
def sub():
    try:
        r = yield "a"
        p("got", r)
        yield "b"
    except ValueError as e:
        p("sub caught", e)
        yield "handled"
    finally: p("sub finally")
    return "subret"
def outer():
    r = yield from sub()
    p("r =", r)
    yield "after"
o = outer(); p(next(o), o.send("S"), next(o))
err(lambda: next(o))
o = outer(); next(o); p(o.throw(ValueError("thrown"))); p(list(o))
o = outer(); next(o); o.close(); p("closed"); err(lambda: next(o))
def cleanup():
    try: yield 1
    finally: p("cleanup")
c = cleanup(); next(c); c.close(); c.close()
c = cleanup(); c.close(); p(list(c))
def bad():
    try: yield 1
    except GeneratorExit: yield 2
b = bad(); next(b); err(b.close)
def stops():
    yield 1
    raise StopIteration("x")
err(lambda: list(stops()))
err(lambda: g().send(5)); err(lambda: (x for x in 5)); err(lambda: next(5)); err(lambda: iter(5))
def reenter():
    yield next(me)
me = reenter(); err(lambda: next(me))
p(sum(x * x for x in range(10) if x % 2), list((x, y) for x in range(3) for y in range(x)), max((len(w) for w in ["a", "bbb"]), default=0), dict((k, v) for k, v in [(1, 2)]), sorted(x for x in [3, 1]), " ".join(str(i) for i in range(3)), any(x > 2 for x in [1, 2, 3]), all(x > 2 for x in []), tuple(i for i in range(2)), set(i % 2 for i in range(5)) == {0, 1})
def flat(t):
    for x in t:
        if isinstance(x, list): yield from flat(x)
        else: yield x
p(list(flat([1, [2, [3, [4]], 5]])))
def yf(): return (yield from [1, 2, 3])
p(list(yf()), list(yf()))
def squares(n):
    for i in range(n): yield i * i
a, *rest = squares(4); p(a, rest); p([*squares(3)], (*squares(2), 9)); x, y = squares(2); p(x, y)
def lazy(log):
    for i in range(3):
        log.append(i)
        yield i
log = []; it = lazy(log); p(log); next(it); p(log); 
for v in it: p(v, log)
p(2 in squares(3), 4 in squares(3), list(map(lambda a, b: a + b, squares(3), squares(3))), list(filter(None, squares(3))), list(enumerate(squares(2), 5)), list(reversed(list(squares(3)))))
def count_to(n):
    i = 0
    while i < n:
        step = yield i
        i += step or 1
c = count_to(10); p(next(c), c.send(3), next(c), c.send(5)); err(lambda: c.send(1))
def ctxgen():
    try: yield 1
    except ValueError: yield "v"
    yield "end"
c = ctxgen(); next(c); p(c.throw(ValueError), next(c)); c = ctxgen(); err(c.throw, KeyError("k")); p(list(c))
def with_return():
    return 5
    yield
p(list(with_return()))
gi = (i for i in range(3)); p(type(gi).__name__, iter(gi) is gi, next(gi), list(gi), list(gi))
def ex_state():
    try: raise ValueError("in gen")
    except ValueError:
        yield 1
        try: raise
        except ValueError as e: yield str(e)
es = ex_state(); next(es)
try: raise KeyError("outside")
except KeyError: p(next(es))
