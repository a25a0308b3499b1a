# operator: the operators as functions, and getters as objects that can be called.
def add(a, b, /): return a + b
def sub(a, b, /): return a - b
def mul(a, b, /): return a * b
def matmul(a, b, /): return a @ b
def truediv(a, b, /): return a / b
def floordiv(a, b, /): return a // b
def mod(a, b, /): return a % b
def pow(a, b, /): return a ** b
def lshift(a, b, /): return a << b
def rshift(a, b, /): return a >> b
def and_(a, b, /): return a & b
def or_(a, b, /): return a | b
def xor(a, b, /): return a ^ b
def neg(a, /): return -a
def pos(a, /): return +a
def inv(a, /): return ~a
invert = inv
_abs = abs
def abs(a, /): return _abs(a)
def not_(a, /): return not a
def truth(a, /): return bool(a)
def is_(a, b, /): return a is b
def is_not(a, b, /): return a is not b
def lt(a, b, /): return a < b
def le(a, b, /): return a <= b
def eq(a, b, /): return a == b
def ne(a, b, /): return a != b
def gt(a, b, /): return a > b
def ge(a, b, /): return a >= b
def concat(a, b, /):
    if isinstance(a, int) or not hasattr(type(a), '__getitem__') or not hasattr(type(a), '__add__'):
        raise TypeError("'%s' object can't be concatenated" % (type(a).__name__,))
    return a + b
def contains(a, b, /): return b in a
def getitem(a, b, /): return a[b]
def setitem(a, b, c, /): a[b] = c
def delitem(a, b, /): del a[b]
def _walked(a):
    if not hasattr(type(a), '__iter__') and not hasattr(type(a), '__getitem__'):
        raise TypeError("argument of type '%s' is not iterable" % (type(a).__name__,))
    return a
def countOf(a, b, /): return sum([1 for x in _walked(a) if x is b or x == b])
def indexOf(a, b, /):
    for i, x in enumerate(_walked(a)):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')
def iadd(a, b, /):
    a += b
    return a
def iand(a, b, /):
    a &= b
    return a
def ifloordiv(a, b, /):
    a //= b
    return a
def ilshift(a, b, /):
    a <<= b
    return a
def imatmul(a, b, /):
    a @= b
    return a
def imod(a, b, /):
    a %= b
    return a
def imul(a, b, /):
    a *= b
    return a
def ior(a, b, /):
    a |= b
    return a
def ipow(a, b, /):
    a **= b
    return a
def irshift(a, b, /):
    a >>= b
    return a
def isub(a, b, /):
    a -= b
    return a
def itruediv(a, b, /):
    a /= b
    return a
def ixor(a, b, /):
    a ^= b
    return a
def call(function, /, *args, **kwargs): return function(*args, **kwargs)
def index(a, /): return range(a).stop

def _shown(name, values, named={}):
    parts = [*map(repr, values), *['%s=%r' % pair for pair in named.items()]]
    return 'operator.%s(%s)' % (name, ', '.join(parts))

class itemgetter:
    def __init__(self, *items):
        if not items:
            raise TypeError('itemgetter expected 1 argument, got 0')
        self._items = items
    def __call__(self, obj, /):
        if len(self._items) == 1:
            return obj[self._items[0]]
        return tuple([obj[i] for i in self._items])
    def __repr__(self):
        return _shown('itemgetter', self._items)

def _resolve(obj, name):
    for part in name.split('.'):
        obj = getattr(obj, part)
    return obj

class attrgetter:
    def __init__(self, *attrs):
        if not attrs:
            raise TypeError('attrgetter expected 1 argument, got 0')
        for name in attrs:
            if not isinstance(name, str):
                raise TypeError('attribute name must be a string')
        self._names = attrs
    def __call__(self, obj, /):
        if len(self._names) == 1:
            return _resolve(obj, self._names[0])
        return tuple([_resolve(obj, name) for name in self._names])
    def __repr__(self):
        return _shown('attrgetter', self._names)

class methodcaller:
    def __init__(self, /, *args, **kwargs):
        if not args:
            raise TypeError('methodcaller needs at least one argument, the method name')
        name, *args = args
        if not isinstance(name, str):
            raise TypeError('method name must be a string')
        self._name = name
        self._args = args
        self._kwargs = kwargs
    def __call__(self, obj, /):
        return getattr(obj, self._name)(*self._args, **self._kwargs)
    def __repr__(self):
        return _shown('methodcaller', (self._name, *self._args), self._kwargs)
