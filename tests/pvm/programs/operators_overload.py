# Operators overload: what this prints, CPython prints.
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


class V:
    def __init__(self, x): self.x = x
    def __repr__(self): return f"V({self.x})"
    def __add__(self, o): return V(self.x + o.x) if isinstance(o, V) else NotImplemented
    def __radd__(self, o): return V(o + self.x) if isinstance(o, int) else NotImplemented
    def __sub__(self, o): return V(self.x - o)
    def __rsub__(self, o): return V(o - self.x)
    def __mul__(self, o): return V(self.x * o)
    __rmul__ = __mul__
    def __truediv__(self, o): return "div"
    def __floordiv__(self, o): return V(self.x // o)
    def __mod__(self, o): return V(self.x % o)
    def __pow__(self, o): return V(self.x ** o)
    def __neg__(self): return V(-self.x)
    def __pos__(self): return "pos"
    def __invert__(self): return "inv"
    def __abs__(self): return V(abs(self.x))
    def __and__(self, o): return "and"
    def __or__(self, o): return "or"
    def __xor__(self, o): return "xor"
    def __lshift__(self, o): return "lsh"
    def __rshift__(self, o): return "rsh"
    def __matmul__(self, o): return "mat"
    def __eq__(self, o): return isinstance(o, V) and self.x == o.x
    def __lt__(self, o): return self.x < o.x
    def __le__(self, o): return self.x <= o.x
    def __hash__(self): return hash(self.x)
    def __bool__(self): return self.x != 0
    def __int__(self): return self.x
    def __index__(self): return self.x
    def __len__(self): return self.x
    def __contains__(self, k): return k == self.x
    def __getitem__(self, k): return ("item", k)
    def __iadd__(self, o):
        self.x += 100
        return self
    def __divmod__(self, o): return "dm"
    def __round__(self, n=None): return ("round", n)
    def __call__(self): return "called"
    def __iter__(self): return iter([1, 2])
    def __reversed__(self): return iter([2, 1])
    def __format__(self, s): return "F" + s
a, b = V(3), V(5)
p(a + b, 1 + a, a - 1, 10 - a, a * 2, 2 * a, a / 2, a // 2, a % 2, a ** 2, -a, +a, ~a, abs(V(-2)), a & 1, a | 1, a ^ 1, a << 1, a >> 1, a @ 1, a == V(3), a != b, a < b, a > b, a <= b, a >= b, bool(V(0)), not V(1), int(a), [10, 20, 30, 40][a], len(a), 3 in a, a["k"], a[1:2], divmod(a, 1), round(a), round(a, 2), a(), list(a), list(reversed(a)), f"{a:x}", {V(1): "one"}[V(1)], sorted([b, a]), max(a, b), hex(V(255)), range(V(3)))
a += 1; p(a.x); c = b; c -= 1; p(c, b); err(lambda: a + "x"); err(lambda: "x" + a); err(lambda: [] < a); err(lambda: a ** "z")
class D:
    def __getitem__(self, i):
        if i > 3: raise IndexError(i)
        return i * 10
    def __setitem__(self, k, v): p("set", k, v)
    def __delitem__(self, k): p("del", k)
    def __getattr__(self, n):
        if n == "dyn": return "dynamic"
        raise AttributeError("no " + n)
    def __setattr__(self, n, v):
        p("setattr", n, v)
        super().__setattr__(n, v)
    def __delattr__(self, n): p("delattr", n)
d = D(); d[1] = 2; del d["x"]; d[1] += 5; p(list(d), 20 in d, d.dyn); d.z = 5; p(d.z); del d.q; err(lambda: d.other); p(hasattr(d, "dyn"), hasattr(d, "nope"), list(reversed([1])), [x for x in d])
class NE:
    def __eq__(self, o): return True
    def __ne__(self, o): return "ne!"
p(NE() == 1, NE() != 1, 1 == NE(), NE() in [1], [NE()] == [5]); err(lambda: hash(NE())); err(lambda: {NE(): 1})
class Sub(V):
    def __radd__(self, o): return "sub radd"
p(V(1) + Sub(2))
class It:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
p(list(It()), sum(It()), [*It()], max(It()), dict(zip(It(), It())), tuple(It()), 2 in It(), list(iter(lambda it=It(): next(it), 3)))
class BadIter:
    def __iter__(self): return 5
err(lambda: list(BadIter()))
class BadLen:
    def __len__(self): return -1
err(lambda: len(BadLen())); err(lambda: bool(BadLen()))
class BadBool:
    def __bool__(self): return 1
err(lambda: bool(BadBool()))
class BadStr:
    def __str__(self): return 5
err(lambda: str(BadStr()))
class BadRepr:
    def __repr__(self): return None
err(lambda: repr(BadRepr()))
class Desc:
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, owner): return (self.name, obj is None, owner.__name__)
class NonData: 
    d = Desc()
p(NonData.d, NonData().d); nd = NonData(); nd.d = 5; p(nd.d)
class DataD:
    def __get__(self, obj, owner): return obj._v if obj is not None else self
    def __set__(self, obj, v): obj._v = v * 2
    def __delete__(self, obj): obj._v = "deleted"
class HasD:
    v = DataD()
h = HasD(); h.v = 4; p(h.v); del h.v; p(h.v)
