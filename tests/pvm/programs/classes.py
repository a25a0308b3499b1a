# Classes: what this prints, CPython prints.
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


class A:
    kind = "a"
    def __init__(self, x=1): self.x = x
    def get(self): return self.x
    def __repr__(self): return f"A({self.x})"
    @staticmethod
    def st(v): return v * 2
    @classmethod
    def make(cls, v): return cls(v)
    @property
    def double(self): return self.x * 2
    @double.setter
    def double(self, v): self.x = v // 2
    @double.deleter
    def double(self): p("deleted")
class B(A):
    kind = "b"
    def get(self): return super().get() + 100
    def __str__(self): return "B!"
a, b = A(), B(5)
p(a, b, str(b), repr(b), a.get(), b.get(), A.st(4), b.st(5), B.make(7), b.double, A.kind, b.kind, isinstance(b, A), issubclass(B, A), type(b) is B, type(b).__name__, B.__name__, b.__class__ is B, A.__qualname__)
b.double = 20; p(b.x); del b.double; b.extra = 1; p(b.extra); del b.extra; err(lambda: b.extra); p(hasattr(b, "x"), getattr(b, "zz", 3), getattr(b, "x")); setattr(b, "q", 2); p(b.q); delattr(b, "q"); err(getattr, b, "q")
A.kind = "changed"; p(a.kind, b.kind); A.newm = lambda self: self.x + 1; p(a.newm()); f = b.get; p(f(), A.get(b), B.get(b))
err(lambda: a.nope); err(lambda: A.nope); err(lambda: A(1, 2, 3)); err(lambda: A.get()); err(lambda: a.get(1)); err(lambda: object().x)
def setro():
    class R:
        @property
        def v(self): return 1
    R().v = 2
err(setro)
class Empty: pass
err(lambda: Empty(1)); e = Empty(); p(e == e, e != Empty(), Empty() == Empty(), bool(e), isinstance(e, object), hash(e) == hash(e))
class C1:
    class Inner:
        v = 3
    def use(self): return self.Inner.v
p(C1().use(), C1.Inner.__qualname__)
class P:
    def __init__(self): self.__secret = 5
    def get(self): return self.__secret
    def __m(self): return 1
    def callm(self): return self.__m()
pp = P(); p(pp.get(), pp._P__secret, pp.callm()); err(lambda: pp.__secret)
class WithDoc:
    """doc text"""
    def m(self): "m doc"
p(WithDoc.__doc__, WithDoc.m.__doc__, WithDoc().__doc__, Empty.__doc__, WithDoc.__module__)
class Count:
    n = 0
    def __init__(self): Count.n += 1
Count(); Count(); p(Count.n)
class Call:
    def __call__(self, *a, **k): return (a, k)
p(Call()(1, x=2), callable(Call()), callable(Empty()))
class BadInit:
    def __init__(self): return 5
err(BadInit)
err(lambda: isinstance(1, 5)); err(lambda: issubclass(1, int)); p(isinstance(1, (str, int)), isinstance("a", (int, (str,))), issubclass(bool, int))
