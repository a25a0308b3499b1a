# What a reading of the VM's source found: what this prints, CPython prints.
import pvm_host


def p(*a): pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())
def err(f):
    try: p(f())
    except Exception as e: p(type(e).__name__, e)


# Members whose hash is another one than when they were put there.
class K:
    h = 1
    def __hash__(self): return K.h
d = {K(), 5}
K.h = 2
err(lambda: len([d.pop(), d.pop()]))
err(lambda: d.pop())
K.h = 1
d = {1: 2, K(): 1}
K.h = 2
d.popitem()
p(len(d), d)
d.popitem()
p(len(d), d)
err(lambda: d.popitem())
class Clears:
    def __hash__(self):
        s.clear()
        return 1
s = set()
c = Clears()
s = {c}
s.add(3)
err(lambda: type(s.pop()).__name__)

# Taken away from the end and put there again, many times.
d = {}
n = 0
for r in (16, 15, 14, 13, 12, 11, 40, 39, 38, 12, 11, 10, 9):
    while len(d) < r:
        d[n] = n
        n += 1
    while len(d) > r // 3: d.popitem()
    p(len(d), sum(d), n in d, min(d))
for i in range(300):
    d[i] = i
    if i % 3: d.popitem()
    if i % 7 == 0: d.pop(i, None)
p(sorted(d)[:20], len(d))
class Holder: pass
h = Holder()
for i in range(100):
    setattr(h, 'a%d' % i, i)
    if i % 2: h.__dict__.popitem()
p(len(h.__dict__), hasattr(h, 'a98'), hasattr(h, 'a99'))

# Keywords of a class statement.
class A:
    def __init_subclass__(cls, **k): p('subclass', k)
class M(type):
    def __new__(m, *a, **k): return super().__new__(m, *a)
    def __init__(cls, *a, **k): pass
def with_number():
    class B(A, **{5: 1}): pass
def with_number_and_metaclass():
    class B(metaclass=M, **{5: 1}): pass
def with_name():
    class B(A, **{'x': 1}): pass
for f in (with_number, with_number_and_metaclass):
    try: f()
    except TypeError as e: p('TypeError')
with_name()

# A delegate that returns where no frame is left.
def inner(): yield
def outer(i):
    for k in (1, 2): yield from i
i = inner(); g = outer(i); next(g); i.close()
err(lambda: g.throw(StopIteration()))
err(lambda: next(g))

# Attributes by names that were made.
class G:
    def __getattr__(self, n): return 1
    def __setattr__(self, n, v): p('set', n, v)
g = G()
p(g.x, object.__getattribute__(g, '__cl%s__' % 'ass').__name__)
g.x = 1
object.__setattr__(g, 'y' + 'z', 5)
p(g.yz, '{0.__class__.__name__} {0.yz}'.format(g))
object.__delattr__(g, 'y' + 'z')
p(g.yz)
err(lambda: object.__getattribute__(g, 'no' + 'thing'))
err(lambda: object.__getattribute__(g, 5))

class I(int): pass
class Raises:
    def __get__(self, o, t): raise ValueError('found')
class WithInt(int): __int__ = Raises()
class WithIndex: __index__ = Raises()
class WithMissing(dict): __missing__ = Raises()
err(lambda: int(WithInt(5)))
err(lambda: bytes(WithIndex()))
err(lambda: '%d' % WithIndex())
err(lambda: WithMissing()[1])
class S(str): __int__ = list.append
err(lambda: int(S('5')))
class Twice:
    asked = 0
    def __len__(self):
        Twice.asked += 1
        return 1
p(bool(Twice()), Twice.asked)
def give(o): o.x = 1
err(lambda: give(object()))

# Iterators over what has changed say so each time they are asked, forwards and backwards.
for walk in (iter, reversed, lambda d: iter(d.keys()), lambda d: iter(d.values()), lambda d: iter(d.items()),
             lambda d: reversed(d.keys()), lambda d: d.__reversed__()):
    for change in (lambda d: d.clear(), lambda d: d.update({7: 7, 9: 9}), lambda d: d.pop(1)):
        d = {1: 2, 3: 4, 5: 6, 7: 8}
        it = walk(d)
        next(it)
        change(d)
        err(lambda: next(it))
        err(lambda: next(it))
        err(lambda: list(it))
s = {1, 2, 3}
it = iter(s)
next(it)
s.add(4)
err(lambda: next(it))
err(lambda: next(it))

# Indices of fields, and widths, beyond what any text has.
class P:
    __getitem__ = staticmethod(ValueError().__init__)
err(lambda: ('{0[' + '9' * 2000 + ']}').format(P()))
err(lambda: '{0[99999999999999999999]}'.format({}))
err(lambda: '{0[3]}'.format([1, 2, 3, 4]))
err(lambda: b'abc'.center(-(1 << 63)))
err(lambda: bytearray(b'abc').zfill(-(1 << 63)))
err(lambda: b'abc'.center(8, b'*') + b'-5'.zfill(5) + b''.zfill(2))
err(lambda: list(map(lambda *a: sum(a), [1, 2], [3, 4], [5, 6], [7, 8], [9, 10])))
