# Inheritance: what this prints, CPython prints.
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


class O:
    def go(self): return ["O"]
class A(O):
    def go(self): return ["A"] + super().go()
class B(O):
    def go(self): return ["B"] + super().go()
class C(A, B):
    def go(self): return ["C"] + super().go()
class D(C):
    pass
p(C().go(), D().go(), super(C, D()).go(), super(A, C()).go())
def bad():
    class X(A, O, B): pass
    class Y(O, A): pass
err(bad)
class Mixin:
    def hello(self): return "hello " + self.name
class N(Mixin):
    def __init__(self, name): self.name = name
class M(N):
    def __init__(self, *a, extra=None):
        super().__init__(*a)
        self.extra = extra
m = M("x", extra=3); p(m.hello(), m.extra)
class Base:
    registry = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        Base.registry.append((cls.__name__, tag))
class S1(Base, tag="one"): pass
class S2(S1): pass
p(Base.registry)
err(lambda: type("X", (), {}) if False else None)
class W:
    def __new__(cls, v):
        self = super().__new__(cls)
        self.made = v
        return self
    def __init__(self, v): self.init = v
w = W(5); p(w.made, w.init)
class Single:
    _one = None
    def __new__(cls):
        if cls._one is None: cls._one = super().__new__(cls)
        return cls._one
p(Single() is Single())
class CM:
    @classmethod
    def make(cls): return cls.__name__
    @staticmethod
    def st(): return "st"
class CM2(CM):
    @classmethod
    def make(cls): return "2" + super().make()
p(CM.make(), CM2.make(), CM2().make(), CM2.st())
class E1(Exception):
    def __init__(self, code, msg):
        super().__init__(msg)
        self.code = code
class E2(E1): pass
try: raise E2(5, "bad")
except E1 as e: p(type(e).__name__, e, e.code, e.args, repr(e))
class L(list):
    def total(self): return sum(self)
l = L([1, 2]); l.append(3); l.tag = "t"; p(l, l.total(), len(l), l[0], l.tag, isinstance(l, list), l + [1], l == [1, 2, 3], type(l).__name__, sorted(l, reverse=True))
class Dd(dict):
    def __missing__(self, k): return k * 2
    def __getattr__(self, n): return self[n]
d = Dd(a=1); p(d["a"], d["zz"], d.a, d.get("q"), d, len(d), "q" in d, dict(d))
def layout():
    class Z(list, dict): pass
err(layout); err(lambda: [1 for _ in [0] if type("q", (5,), {})] if False else 1)
def dup():
    class Z(A, A): pass
err(dup)
def notclass():
    class Z(5): pass
