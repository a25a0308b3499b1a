"""What an attack on the VM found in how attributes are found: classes that change while a key of theirs is compared, long
orders, super() in them, and what is called that is no function."""
import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


# A key that looks attributes up while another is deleted: what was found then is not what there is after it.
class K(str):
    like = 'foo'
    def __hash__(self): return hash(self.like)
    def __eq__(self, other):
        look()
        return False
def look(): pass
X = type('X', (), {K('foo2'): 1, 'foo': 42})
def look(): getattr(X, 'foo', None)
del X.foo
guard(lambda: X.foo)
Y = type('Y', (), {K('foo2'): 1, 'foo': 42})
def look(): getattr(Y, 'foo', None)
Y.foo = 43
guard(lambda: Y.foo)
guard(lambda: delattr(Y, 'fo' + 'o'))
guard(lambda: Y.foo)
K.like = '__classcell__'
class M(type):
    def __new__(meta, name, bases, body):
        global keep
        keep = body['me']
        return type.__new__(meta, name, bases, {K('z'): 0, **body})
def look():
    try: keep().__init_subclass__
    except NameError: pass
class A(metaclass=M):
    def me(): return __class__
    def __init_subclass__(cls): pass
show(type(A.__init_subclass__).__name__, A.me() is A)
def look(): pass

# Orders of many bases, which are merged or are not.
def names(cls): return ' '.join([c.__name__ for c in cls.__mro__])
L = [type('L%d' % i, (), {'at': i}) for i in range(40)]
W = type('W', tuple(L), {})
V = type('V', tuple(L[::2]), {})
show(names(W), names(V), W.__base__.__name__, V.__base__.__name__)
guard(lambda: names(type('U', (W, V), {})))
guard(lambda: names(type('U', (V, W), {})))
guard(lambda: names(type('U', (W, L[3], L[5]), {})))
guard(lambda: names(type('U', (L[3], W), {})))
guard(lambda: names(type('U', (type('P', (L[0], L[1]), {}), type('Q', (L[1], L[0]), {}), type('R', (), {})), {})))
guard(lambda: type('U', (W, L[3], W), {}))
P = type('P', tuple(L[:20]), {'at': 'p'})
Q = type('Q', (L[30],) + tuple(L[5:10]), {})
R = type('R', (P, Q), {})
show(names(R), R.at, names(type('S', (R, type('T', (Q,), {})), {})))
made = []
for i in range(60):
    bases = [c for k, c in enumerate(made) if i * 7919 % (k + 2) == 0] or [object]
    try: made.append(type('D%d' % i, tuple(bases), {}))
    except TypeError as e: show(i, str(e))
    else: show(names(made[-1]))

# super() in long orders.
line = L[0]
for i in range(40): line = type('N%d' % i, (line,), {})
o, w = line(), W()
for c in line.__mro__[:-1]: guard(lambda: super(c, o).at)
for c in W.__mro__[:-1]: guard(lambda: super(c, w).at)
for c in W.__mro__: guard(lambda: super(c, W).at)
class Made:
    def __new__(cls, *given): return given[0] if given else object.__new__(cls)
    def __init__(self, *given): show('init', type(self).__name__)
Z = type('Z', tuple(L) + (Made,), {})
show(type(Made(w)).__name__, type(Made(Z())).__name__)

# What is called is no function, nor is what it is called through.
class Plain:
    def __call__(self, *given): return 'plain', len(given)
    def __get__(self, instance, owner): return 'got'
class Called:
    def __call__(self, *given): return 'called', given
thing, got = Called(), Plain()
for i in range(12):
    thing = type('Thing', (), {'__call__': thing})()
    show(thing(), thing(i))
for i in range(4):
    got = type('Got', (), {'__get__': got})()
    guard(lambda: type('Has', (), {'x': got}).x)

# Iterators within iterators, and generators that delegate to others.
it = iter(range(40))
for i in range(5): it = zip(enumerate(filter(None, map(lambda x: x, iter(it.__next__, 5)))))
show(next(it))
show(len(list(it)))
def chain(n):
    if n: return (yield from chain(n - 1))
    while True:
        try: yield n
        except ValueError as e: yield str(e)
        except KeyError: return 'end'
g = chain(12)
show(next(g), g.throw(ValueError('thrown')), next(g), g.throw(ValueError('again')))
guard(lambda: g.throw(KeyError))
guard(lambda: g.throw(KeyError))

# More defaults than parameters.
def few(a): pass
few.__defaults__ = 1, 2, 3
guard(lambda: few(1, 2))
few.__defaults__ = 1,
guard(lambda: few(1, 2))

# What library modules take from others for themselves is not theirs to give.
import dataclasses, enum, typing
TAKEN = 'own', 'define', 'rebuilt', 'assign', 'unassign', 'enum_making', 'Builder', 'Space', 'look_up', 'named_tuples'
show([n for m in (dataclasses, enum, typing) for n in TAKEN if hasattr(m, n)])
