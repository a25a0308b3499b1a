# operator: the operators as functions, and getters as objects that can be called.
def add(a, b): return a + b
def sub(a, b): return a - b
def mul(a, b): return a * b
def matmul(a, b): return a @ b
def truediv(a, b): return a / b
def floordiv(a, b): return a // b
def mod(a, b): return a % b
def pow(a, b): return a ** b
def lshift(a, b): return a << b
def rshift(a, b): return a >> b
def and_(a, b): return a & b
def or_(a, b): return a | b
def xor(a, b): return a ^ b
def neg(a): return -a
def pos(a): return +a
def inv(a): return ~a
invert = inv
def abs(a): return a if a >= 0 else -a
def not_(a): return not a
def truth(a): return bool(a)
def is_(a, b): return a is b
def is_not(a, b): return a is not b
def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def gt(a, b): return a > b
def ge(a, b): return a >= b
def concat(a, b):
    if isinstance(a, (int, dict, set, frozenset)) or a is None:
        raise TypeError("'%s' object can't be concatenated" % (type(a).__name__,))
    return a + b
def contains(a, b): return b in a
def getitem(a, b): return a[b]
def setitem(a, b, c): a[b] = c
def delitem(a, b): del a[b]
def countOf(a, b): return sum([1 for x in a if x is b or x == b])
def indexOf(a, b):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')
def iadd(a, b):
    a += b
    return a
def index(a): return range(a).stop

class itemgetter:
    def __init__(self, item, /, *items):
        self._items = (item, *items)
    def __call__(self, obj, /):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[i] for i in self._items])

def _resolve(obj, name):
    for part in name.split('.'):
        obj = getattr(obj, part)
    return obj

class attrgetter:
    def __init__(self, attr, /, *attrs):
        for name in (attr, *attrs):
            if not isinstance(name, str):
                raise TypeError('attribute name must be a string')
        self._names = (attr, *attrs)
    def __call__(self, obj, /):
        if len(self._names) == 1:
            return _resolve(obj, self._names[0])
        return tuple([_resolve(obj, name) for name in self._names])

class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name = name
        self._args = args
        self._kwargs = kwargs
    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
