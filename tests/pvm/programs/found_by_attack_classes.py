"""What an attack on the VM found in tables and classes: __eq__ that changes the table it is asked for, bases that keep
different things, checks of classes that raise, rings of contexts, translate tables that end early."""
import collections
import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


# A key whose __eq__ does something to the table, and says that it is equal, or that it is not.
class K:
    def __init__(self, name, says=True): self.name, self.says = name, says
    def __hash__(self): return 1
    def __repr__(self): return self.name
    def __eq__(self, other):
        act()
        return self.says
def nothing(): pass
act = nothing
def table(cls, many):
    global act
    act = nothing
    t = cls()
    for i in range(20 if many else 0):
        if cls is set: t.add(100 + i)
        else: t[100 + i] = i
    if cls is set: t.add(K('old'))
    else: t[K('old')] = 'old value'
    return t
def once(f):
    def done():
        global act
        act = nothing
        f()
    return done
def clear_and_refill(t):
    t.clear()
    for i in range(30):
        if isinstance(t, set): t.add(200 + i)
        else: t[200 + i] = i
for many in False, True:
    for cls in dict, collections.Counter:
        for change in (lambda t: t.clear(), clear_and_refill, lambda t: t.popitem(), lambda t: t.update({3: 4, 5: 6})):
            for use in (lambda t, k: t[k], lambda t, k: t.get(k), lambda t, k: t.pop(k), lambda t, k: t.pop(k, 7), lambda t, k: k in t, lambda t, k: t.setdefault(k, 8), lambda t, k: t.__setitem__(k, 9), lambda t, k: t.__delitem__(k), lambda t, k: t.update({k: 1}), lambda t, k: t == {k: 2}, lambda t, k: (k, 'old value') in t.items(), lambda t, k: t.keys() & [k], lambda t, k: {**t, k: 1}, lambda t, k: t | {k: 1}):
                t = table(cls, many)
                act = once(lambda: change(t))
                guard(lambda: use(t, K('new')))
                act = nothing
                show(len(t), list(t)[:3], list(t)[-2:])
    for change in (lambda t: t.clear(), clear_and_refill, lambda t: t.update([3, 5])):
        for use in (lambda t, k: k in t, lambda t, k: t.add(k), lambda t, k: t.remove(k), lambda t, k: t.discard(k), lambda t, k: t | {k}, lambda t, k: t >= {k}, lambda t, k: t.update([k]), lambda t, k: t.isdisjoint([k])):
            t = table(set, many)
            act = once(lambda: change(t))
            guard(lambda: use(t, K('new')) and None)
            act = nothing
            show(len(t))

# It always adds to the table, whatever it says: it is asked no more often than once for each key.
for says in True, False:
    for size in 0, 30:
        t = {100 + i: i for i in range(size)}
        t[K('old', says)] = 1
        asked = []
        def act(): asked.append(1)
        guard(lambda: t[K('new', says)])
        show(len(asked))
t = {K('old'): 1}
added = []
def act():
    if len(added) < 2:
        added.append(1)
        t[1000 + len(added)] = 2
guard(lambda: t[K('new')])
act = nothing
show(len(t), added)

# A str that changes the table of keywords.
class S(str):
    def __hash__(self): return str.__hash__(self)
    def __eq__(self, other):
        act()
        return str.__eq__(self, other)
def h(**k): return sorted(k.items())
t = {S('a'): 1, S('b'): 2}
guard(lambda: h(**t))
act = once(lambda: t.clear())
guard(lambda: t[S('a')])
act = nothing
show(len(t))

# Bases that keep something of their own beside the arguments do not go together.
KEEP = StopIteration, SystemExit, BaseExceptionGroup, ExceptionGroup, ImportError, ModuleNotFoundError, OSError, ConnectionError, NameError, UnboundLocalError, AttributeError, SyntaxError, TabError, UnicodeDecodeError, UnicodeEncodeError
OTHERS = ValueError, KeyError, UnicodeError, Exception, RuntimeError
for a in KEEP + OTHERS:
    for b in KEEP + OTHERS:
        if a is not b:
            try: show(a.__name__, b.__name__, [c.__name__ for c in type('X', (a, b), {}).__mro__])
            except TypeError as e: show(a.__name__, b.__name__, str(e).split('\n')[0])
class Named(NameError): pass
class Grouped(ExceptionGroup): pass
guard(lambda: type('X', (Named, Grouped), {}))
guard(lambda: type('X', (Named, UnboundLocalError), {}).__name__)
guard(lambda: type('X', (Grouped, ValueError), {})('m', [ValueError(1)]).exceptions)
guard(lambda: type('X', (AttributeError, KeyError), {})('m', name='n').name)

# What a metaclass raises when it is asked goes on as it is, whatever else is in the tuple.
class Meta(type):
    def __subclasscheck__(cls, other): raise TypeError('not now')
    def __instancecheck__(cls, other): raise TypeError('not today')
class A(metaclass=Meta): pass
wide = int
for i in range(3): wide = (wide,) * 5
guard(lambda: issubclass(bool, (A, wide)))
guard(lambda: issubclass(bool, (A, 5)))
guard(lambda: issubclass(bool, (str, (5, A))))
guard(lambda: issubclass(bool, (wide, A)))
guard(lambda: issubclass(bool, 5))
guard(lambda: issubclass(5, bool))
guard(lambda: isinstance(5, (A, 5)))
guard(lambda: isinstance(5, (str, 5)))
guard(lambda: issubclass(bool, (str | None, bytes)))

# Who derives from whom: long lines, orders of several bases, builtin classes among them.
line = [int]
for i in range(60): line.append(type('L%d' % i, (line[-1],), {}))
side = type('Side', (), {})
both = [type('B', (line[-1], side), {}), type('B', (side, line[20]), {})]
for i in range(20): both.append(type('B%d' % i, (both[-1],), {}))
for c in line[-1], line[20], *both[:3], both[-1]:
    show(c.__name__, [issubclass(c, d) for d in (int, object, bool, str, line[1], line[20], line[21], line[-1], side, both[0], both[1], both[-1], c)])
    show([issubclass(d, c) for d in (int, object, line[20], line[-1], side, both[0], both[1], both[-1])])
    show(isinstance(c(3), int), c(3) + c(4), c(3) < c(4), sum([c(1), c(2)]), max(c(5), 4), super(c, c(1)).__add__(2))
show(issubclass(ExceptionGroup, Exception), issubclass(BaseExceptionGroup, Exception), issubclass(bool, int), issubclass(int, bool))

# What a class says of order and addition is heard, also when it is said later.
class N(int): pass
class M(N):
    def __lt__(self, other): return int(self) > int(other)
class P(int):
    def __radd__(self, other): return 'radd'
show(sorted([N(2), N(1)]), sorted([M(1), M(2)]), max([N(1), M(2)]), sum([P(1), P(2)], 0), sum([1, P(2)]))
class Q(int): pass
show(max([Q(1), Q(0)]), sum([Q(1), Q(2)]))
Q.__gt__ = lambda self, other: True
Q.__add__ = lambda self, other: 'add'
Q.__radd__ = lambda self, other: 'radd'
show(max([Q(1), Q(0)]), Q(0) > 5, 5 < Q(0), sum([Q(1), Q(2)]), Q(1) + 1, 1 + Q(1))
del Q.__gt__, Q.__add__, Q.__radd__
show(max([Q(1), Q(0)]), Q(0) > 5, sum([Q(1), Q(2)]))
class U: pass
class V(U): pass
u, v = U(), V()
show(5 in [u], [v].count(7), {u: 1, v: 2}.get(5))
U.__eq__ = lambda self, other: True
U.__hash__ = lambda self: 5
show(5 in [u], [v].count(7), v in range(3), {5: 1}.get(v), [u] == [4], (1, v) == (1, 2), [[v]].index([3]))
U.__lt__ = lambda self, other: True
U.__radd__ = lambda self, other: 'later'
show(max([v, 3]), min([3, v]) is v, sum([v]), sorted([3, 4, v])[0] is v)
class R(tuple):
    def __gt__(self, other): return 'gt'
show((1,) < R((0,)), R((0,)) > (1,), R((0,)) < (1,), max([(5,), R((0,))]))

# The order of what is empty, and views of what is.
EMPTY = [], [0], (), (0,), set(), {0}, frozenset(), frozenset([0]), {}.keys(), {0: 1}.keys(), {}.items(), {0: 1}.items(), {}.values(), {}, {0: 1}, type('D', (dict,), {})({1: 1}), type('D', (dict,), {})(), type('F', (frozenset,), {})(), type('T', (tuple,), {})()
for a in EMPTY:
    for b in EMPTY:
        for f in (lambda: a == b, lambda: a != b, lambda: a < b, lambda: a <= b, lambda: a > b, lambda: a >= b, lambda: [a].count(b), lambda: len(max([a, b]))):
            guard(f)

# A ring of contexts ends nothing.
def ring(n):
    es = [ValueError(i) for i in range(n)]
    for i in range(n): es[i].__context__ = es[(i + 1) % n]
    return es
for n in 1, 2, 3, 4, 7:
    es = ring(n)
    try:
        try: raise es[0]
        except ValueError: raise KeyError('k')
    except KeyError as e:
        show(n, e.__context__)
        c, seen = e, []
        for i in range(n + 2):
            c = c.__context__
            seen.append(c)
        show(seen)
    es = ring(n)
    try:
        try: raise es[0]
        except ValueError: raise es[n // 2]
    except ValueError as e: show(n, e, [x.__context__ for x in es])
tail = KeyError('tail')
es = ring(3)
tail.__context__ = es[0]
try:
    try: raise tail
    except KeyError: raise es[1]
except ValueError as e: show(e, e.__context__, [x.__context__ for x in es])

# A table that ends before the character leaves it.
for t in '', 'ab', [], ['x', None, 3], (), ('y',) * 98, b'', bytes(100), bytearray(98), {}, {97: 'z'}, type('L', (list,), {})(), type('L', (list,), {'__getitem__': lambda s, i: 'q'})():
    guard(lambda: 'a\x01b\x00\u20ac\U0001f600\x02'.translate(t))
