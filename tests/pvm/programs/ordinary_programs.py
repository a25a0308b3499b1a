# What ordinary programs do and what an attack does not look for: found by going through the language and its library.
import pvm_host
from collections import Counter
from enum import Enum, auto
from itertools import chain, groupby


def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


# What an iterator of a class returns to yield from.
class Returns:
    def __init__(self, items, result):
        self.items, self.result = iter(items), result
    def __iter__(self): return self
    def __next__(self):
        for item in self.items:
            return item
        raise StopIteration(self.result)

def delegating():
    got = yield from Returns('ab', 3)
    none = yield from chain('c')
    yield got, none

show(list(delegating()))

# StopIteration of a function ends map and filter, as next() does.
show(list(map(next, [iter([1]), iter([])])))
def below_two(x):
    if x == 2: raise StopIteration
    return x + 1
show(list(map(below_two, [0, 1, 2, 3])), next(map(below_two, [2]), 'none'), list(filter(below_two, [0, 1, 2, 3])))
def walks():
    for x in map(below_two, [0, 1, 2, 3]): yield x
show(list(walks()))
it = map(below_two, [2, 0, 1])
show(next(it, 'none'), next(it, 'none'), next(it, 'none'), next(it, 'none'))

# isinstance: the exact class without asking, and what an object says of itself.
class EvenMeta(type):
    def __instancecheck__(cls, o): return isinstance(o, int) and o % 2 == 0
class Even(metaclass=EvenMeta): pass
show(isinstance(Even(), Even), isinstance(4, Even), isinstance(3, Even), isinstance(3, (str, Even, int)))

class Proxy:
    def __init__(self, o): self.o = o
    @property
    def __class__(self): return type(self.o)
p = Proxy([1])
show(isinstance(p, list), isinstance(p, Proxy), isinstance(p, dict), isinstance(p, (dict, list)), p.__class__ is list)
match p:
    case dict(): show('dict')
    case list(): show('list')
class Claims: __class__ = str
show(isinstance(Claims(), str), isinstance(Claims(), int))
class Raises:
    @property
    def __class__(self): raise ValueError('no class')
shown(lambda: isinstance(Raises(), int))

# Names of functions and classes.
def f(a): return a * 2
class Named:
    __name__ = 'Gold'
    def m(self, a): return a + 1
show(hasattr(f, '__call__'), hasattr(len, '__call__'), hasattr(Named().m, '__call__'), hasattr(5, '__call__'))
show(f.__call__(3), len.__call__('abc'), Named().m.__call__(4))
show(Named.__name__, Named().__name__)
Named.__module__ = 'metal'
show(Named.__module__, Named)

# Counters change in place.
def deposit(to, what): to += what
balances = Counter(a=5)
deposit(balances, Counter(a=1, b=2))
show(balances)
same = balances
balances -= Counter(a=10, b=1)
show(balances, same is balances)
balances |= Counter(b=7, c=1)
balances &= Counter(b=3, c=1, d=4)
show(balances, same)
show(Counter(a=3, b=1) + Counter(a=1, b=-2), Counter(a=3, b=1) - Counter(a=1, b=2, c=-4), Counter(a=1) + Counter())
shown(lambda: Counter(a=1) + {'a': 1})

# auto() within tuples.
class Coin(Enum):
    PENNY = auto(), 'first'
    NICKEL = auto(), 'second'
    DIME = (auto(),)
    QUARTER = auto()
    PAIR = auto(), auto()
show([(c.name, c.value) for c in Coin])

# Sets whose __init__ has arguments of its own.
class Perms(set):
    def __init__(self, owner, *names, note=None):
        super().__init__(names)
        self.owner, self.note = owner, note
perms = Perms('bob', 'r', 'w', note='n')
show(sorted(perms), perms.owner, perms.note)
class Plain(set): pass
shown(lambda: Plain(1, 2))
shown(lambda: Plain(a=1))

# The documented recipe.
def all_equal(iterable):
    g = groupby(iterable)
    return next(g, True) and not next(g, False)
show(all_equal(''), all_equal('aaa'), all_equal('ab'))

# What an exception ends with may be set by its class.
class Stop(StopIteration):
    def __init__(self, value): self.value = value
class Exit(SystemExit):
    def __init__(self, code): self.code = code
class Stops:
    def __iter__(self): return self
    def __next__(self): raise Stop([7])
def stopped():
    yield (yield from Stops())
show(list(stopped()), Stop(1).args, Exit(3).code, SystemExit(2).code, SystemExit(1, 2).code, SystemExit().code)
e = StopIteration(5)
e.value = 6
show(e.value, e.args)
x = SystemExit(1)
x.code = 'gone'
show(x.code, x.args)
