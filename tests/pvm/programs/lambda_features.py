# Lambda features: what this prints, CPython prints.
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


p((lambda x: (lambda y: x + y))(1)(2), [f(3) for f in [lambda v: v, lambda v: v * 2]], sorted([3, 1], key=lambda v: -v), (lambda *a, k=1, **kw: (a, k, kw))(1, k=2, z=3), (lambda: (yield))().__class__.__name__, list((lambda n: (i for i in range(n)))(3)), (lambda a, b=2: a * b)(4), (lambda a=[]: (a.append(1), len(a))[1])(), max([1, -5], key=lambda v: v * v))
compose = lambda *fs: lambda x: x if not fs else compose(*fs[:-1])(fs[-1](x))
p(compose(lambda x: x + 1, lambda x: x * 2)(5)); fact = lambda n: 1 if n < 2 else n * fact(n - 1); p(fact(10)); Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a))); p(Y(lambda f: lambda n: n if n < 2 else f(n - 1) + f(n - 2))(10))
