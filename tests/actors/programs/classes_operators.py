"""Operator methods: arithmetic, reflected, in place, unary, NotImplemented."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f'Vec({self.x}, {self.y})'

    def __add__(self, o):
        if not isinstance(o, Vec):
            return NotImplemented
        return Vec(self.x + o.x, self.y + o.y)

    def __radd__(self, o):
        return Vec(self.x + o, self.y + o)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)
    __rmul__ = __mul__

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __pos__(self):
        return self

    def __invert__(self):
        return Vec(~self.x, ~self.y)

    def __abs__(self):
        return abs(self.x) + abs(self.y)

    def __floordiv__(self, k):
        return Vec(self.x // k, self.y // k)

    def __mod__(self, k):
        return Vec(self.x % k, self.y % k)

    def __divmod__(self, k):
        return self // k, self % k

    def __pow__(self, k):
        return Vec(self.x ** k, self.y ** k)

    def __lshift__(self, k):
        return ('<<', k)

    def __rrshift__(self, k):
        return ('r>>', k)

    def __and__(self, o):
        return ('&', o)

    def __ror__(self, o):
        return ('r|', o)

    def __xor__(self, o):
        return ('^', o)

    def __matmul__(self, o):
        return self.x * o.x + self.y * o.y

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self

    def __imul__(self, k):
        return 'replaced'

    def __int__(self):
        return self.x

    def __index__(self):
        return self.y

    def __bool__(self):
        return self.x != 0


@actor
class Program:
    def go(self, payload):
        v, w = Vec(1, 2), Vec(3, 4)
        out(v + w)
        out(5 + v)
        out(v - w)
        out(v * 3)
        out(3 * v)
        out(-v)
        out(+v)
        out(~v)
        out(abs(Vec(-3, 4)))
        out(w // 2)
        out(w % 2)
        out(divmod(w, 2))
        out(v ** 3)
        out(v << 1)
        out(8 >> v)
        out(v & 1)
        out(9 | v)
        out(v ^ 2)
        out(v @ w)
        u = v
        u += w
        out(u)
        out(v)
        out(u is v)
        u *= 2
        out(u)
        out(int(v))
        out([10, 20, 30, 40, 50, 60, 70][Vec(9, 3)])
        out('abcdefgh'[Vec(0, 1):Vec(0, 4)])
        out(bool(Vec(0, 1)))
        out(bool(v))
        out('y' if Vec(0, 0) else 'n')
        out(list(range(Vec(0, 3))))
        v -= Vec(1, 1)
        out(v)
        out(sum([Vec(1, 1), Vec(2, 2)]))
        out(hex(Vec(0, 255)))
        out(sum([Vec(1, 1)], Vec(5, 5)))
        tried(lambda: v + 'a')
        tried(lambda: v / 2)
        tried(lambda: 'a' - v)
        tried(lambda: v < w)
        tried(lambda: w | 1)
        tried(lambda: 1 & w)
