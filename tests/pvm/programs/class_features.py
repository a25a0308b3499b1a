# Class features: what this prints, CPython prints.
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


class Vec:
    __slots__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __iter__(self): return iter((self.x, self.y))
    def __repr__(self): return f"Vec({self.x}, {self.y})"
v = Vec(1, 2); x, y = v; p(x, y, v == Vec(1, 2), {v: 1}[Vec(1, 2)], v in {Vec(1, 2)}, v)
class Chain:
    def __init__(self): self.ops = []
    def __getattr__(self, n):
        def add(*a):
            self.ops.append((n, a))
            return self
        return add
p(Chain().a(1).b().c(2, 3).ops)
class Meta:
    count = 0
    def __init__(self):
        type(self).count += 1
        self.n = self.count
p(Meta().n, Meta().n, Meta.count)
class Stack(list):
    def push(self, v): self.append(v)
    def peek(self): return self[-1]
s = Stack(); s.push(1); s.push(2); p(s.peek(), s.pop(), len(s), s, isinstance(s, list), bool(Stack()))
class Reg(dict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
    def __getitem__(self, k): return super().__getitem__(k.upper())
    def __contains__(self, k): return super().__contains__(k.upper())
r = Reg(); r["a"] = 1; p(r["A"], "a" in r, dict(r), r)
def factory(n):
    class Made:
        size = n
        def get(self): return n + self.size
    return Made
p(factory(2)().get(), factory(3).size, factory(1).__qualname__, factory(1) is factory(1))
