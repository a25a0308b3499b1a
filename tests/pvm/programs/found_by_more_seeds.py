"""What the generator of programs found, and its neighbours: itertools that look at their arguments when they are called,
cached_property, sets in sets, views beside sets, __new__ of builtin classes, the context of StopIteration."""
import dataclasses
import functools
import itertools
import json
import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e), e.__context__, e.__cause__)
for c in (None, ..., super, range, slice, property, staticmethod, classmethod, enumerate, zip, map, filter, reversed, ValueError, KeyError, StopIteration, OSError, UnicodeDecodeError, ExceptionGroup, int, dict):
    guard(lambda: c.__new__())
    guard(lambda: c.__new__(3))
    guard(lambda: c.__new__(int))
guard(lambda: ValueError.__new__(ValueError, 1, 2).args)
guard(lambda: KeyError.__new__(ValueError, 1, 2).args)
guard(lambda: list(zip.__new__(zip, [1], [2])))
guard(lambda: range.__new__(range, 3))
class E(ValueError):
    def __new__(cls, *a):
        return super().__new__(cls, 'new', *a)
guard(lambda: E(1).args)
guard(lambda: E.__new__(E, 7).args)
class I:
    def __init__(self, n): self.n = n
    def __index__(self):
        show('index', self.n)
        if self.n is None: raise KeyError('i')
        return self.n
for a in ((I(2),), (I(1), I(3)), (I(0), None, I(2)), (I(-1), 3), (1, I(-1)), (0, 3, I(0)), (I(None),), (I(None), 3), (0, 3, I(None)), (I(1 << 70),), (1 << 64, 3), ('a',), (1, 'a'), (0, 2, 'a'), (True, 3), (-1,), (-2,), (None,), (None, None, None), (), (1, 2, 3, 4)):
    guard(lambda: list(itertools.islice([1, 2, 3, 4, 5], *a)))
for f in (itertools.product, itertools.cycle, itertools.pairwise, itertools.zip_longest, itertools.accumulate, itertools.permutations):
    guard(lambda: f(3) and None)
for f in (itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.starmap, itertools.compress):
    guard(lambda: f(None, 3) and None)
guard(lambda: list(itertools.product([1, 2], 'ab', repeat=2))[:5])
guard(lambda: list(itertools.zip_longest([1], 'ab', fillvalue=0)))
s = {frozenset({1}), 2}
guard(lambda: ({1} in s, {2} in s, set() in s, s.__contains__({1})))
guard(lambda: [1] in s)
guard(lambda: s.remove({3}))
guard(lambda: (s.discard({1}), s.remove({2}) if 0 else None, s))
guard(lambda: {1} in {1: 2})
guard(lambda: {1} in frozenset([frozenset([1])]))
class H(set):
    def __hash__(self): raise ValueError('no hash')
guard(lambda: H() in s)
class H2(set): pass
guard(lambda: (H2([1]) in {frozenset([1])}, H2([5]) in {frozenset([1])}))
d = {1: [], 2: 'x'}
for other in ({0}, {0, 1}, {(1, 2)}, {(1, 2), (2, 'x')}, {1, 2}, {1}, {1, 2, 3}, frozenset([1, 2]), d.keys(), d.items(), d.values(), [], {2: 'x'}.items(), {2: 'x', 3: 1, 1: []}.items()):
    for view in (d.keys(), d.items(), {2: 'x'}.items(), {}.keys()):
        guard(lambda: (view == other, view != other))
        guard(lambda: (other == view))
        guard(lambda: (view < other, view <= other))
        guard(lambda: (view > other, view >= other))
        guard(lambda: (other < view, other <= view))
        guard(lambda: (other > view, other >= view))
class D:
    __slots__ = ('q',)
    def f(self): return 1
guard(lambda: functools.cached_property(lambda s: 1).__get__(D()))
def try_slots():
    class S:
        __slots__ = ('q',)
        @functools.cached_property
        def x(self): return 1
    return S().x
guard(try_slots)
def twice():
    c = functools.cached_property(lambda self: 5)
    class S:
        a = c
        b = c
guard(twice)
class C:
    @functools.cached_property
    def x(self):
        'doc of x'
        show('computed')
        return 4
c = C()
guard(lambda: (c.x, c.x, c.__dict__, C.x.__doc__, C.x.attrname))
c.x = 9
guard(lambda: c.x)
del c.x
guard(lambda: c.x)
guard(lambda: json.JSONDecodeError)
def g():
    yield 1
    return 5
def ctx():
    try:
        raise RuntimeError('outer')
    except RuntimeError:
        it = g()
        next(it)
        try:
            it.__next__()
        except StopIteration as e:
            show(e, e.value, e.__context__)
        try:
            next(it)
        except StopIteration as e:
            show(e, e.value, e.__context__)
        it = g()
        next(it)
        try:
            next(it)
        except StopIteration as e:
            show(e, e.value, e.__context__)
        it = g()
        next(it)
        try:
            it.send(3)
        except StopIteration as e:
            show(e, e.value, e.__context__)
ctx()


def mutable_default(value):
    @dataclasses.dataclass
    class C:
        x: object = value
    return C().x


for value in (slice(1), [], {}, set(), bytearray(), (), range(3), frozenset(), object, 1, None, H2()):
    guard(lambda: mutable_default(value))


class Filled(dict):
    def __new__(cls, *args):
        return super().__new__(cls, args)


guard(lambda: Filled(int))
guard(lambda: Filled([(1, 2)]))
guard(lambda: dict.__new__(dict, 3))
guard(lambda: list.__new__(list, 3))
guard(lambda: set.__new__(set, 3))
guard(lambda: tuple.__new__(tuple, 'ab'))


class Listed(list):
    def __new__(cls, *args):
        return super().__new__(cls, 'not these')


class Among(set):
    def __new__(cls, *args):
        return super().__new__(cls)


guard(lambda: (Listed('ab'), Among('a'), Listed(), Among()))
guard(lambda: Listed(1, 2))
for other in ('a', [1, (1, 2)], {1}, {1, 2, 3}, {(1, 2), (2, 'x')}, d.keys(), d.items(), {1: 5}.keys(), {2: 'x'}.items(), frozenset([1]), 3, [[]]):
    for view in (d.keys(), d.items()):
        guard(lambda: sorted(view & other, key=repr))
        guard(lambda: sorted(other & view, key=repr))
