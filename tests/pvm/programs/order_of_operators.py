"""In which order the methods of operators are asked: builtin classes have theirs as methods that derived classes inherit,
and those are asked in their turn, in place first, then the left one's, then the right one's."""
import operator
from collections import OrderedDict, UserList, UserString, defaultdict, deque
from enum import IntEnum, IntFlag

import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f, *args):
    try: show(f(*args))
    except Exception as e: show(type(e).__name__, str(e))


# Pairs of operands: what is asked of whom, and what comes of it.
BINARY = ['add', 'sub', 'mul', 'mod', 'or', 'and', 'divmod']
ORDER = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
REFLECTED = ['r' + n for n in BINARY]
IN_PLACE = ['i' + n for n in BINARY[:-1]]
asked = []
def derive(owner, base, names, answers=True):
    def method(name):
        def f(self, other):
            asked.append(owner + '.' + name)
            return (owner, name) if answers else NotImplemented
        return f
    body = {'__%s__' % n: method(n) for n in names}
    body['__repr__'] = lambda self: owner
    return type(owner, (base,), body)
def family(base):
    P = derive('P', base, [])
    A = derive('A', base, BINARY + ORDER)
    R = derive('R', base, REFLECTED + ['gt', 'ge'])
    return [base, P, A, R, derive('I', base, IN_PLACE + ['lt', 'eq']), derive('M', base, BINARY, False),
            derive('Q', base, REFLECTED, False), derive('N', base, BINARY + REFLECTED + IN_PLACE + ORDER, False),
            derive('PR', P, REFLECTED + ['ne']), derive('AR', A, REFLECTED + ['lt']), derive('RP', R, [])]
MADE = {int: 5, str: 'a%s', list: [1, 2], set: [1, 2], frozenset: [2, 3], dict: {1: 2}, bytearray: b'ab'}
OPERATORS = [operator.add, operator.sub, operator.mul, operator.mod, operator.or_, operator.and_, divmod,
             operator.iadd, operator.isub, operator.imul, operator.ior, operator.iand] + [getattr(operator, n) for n in ORDER]
def told(v):
    if isinstance(v, (set, frozenset)): return type(v).__name__, sorted(v, key=repr)
    return list.__repr__(v) if isinstance(v, list) else dict.__repr__(v) if isinstance(v, dict) else repr(v)
def matrix(left, right):
    for op in OPERATORS:
        said = []
        for x in family(left):
            for y in family(right):
                a, b = x(MADE[left]) if left in MADE else x(), y(MADE[right]) if right in MADE else y()
                asked.clear()
                try: r = op(a, b)
                except Exception as e: r = type(e).__name__, str(e)
                said.append((*asked, told(r) if left is not object or r != (a == b) else r, r is a))
        show(op.__name__, left.__name__, right.__name__, said)
class Own: pass
for pair in [(int, int), (list, Own), (set, frozenset), (dict, dict)]:
    matrix(*pair)

# Views of dicts make sets, whatever is on the other side, and change nothing in place.
def in_place(op, x, y):
    same = x
    try: x = op(x, y)
    except Exception as e: return type(e).__name__, str(e)
    return told(x), told(same), x is same, type(x).__name__
class St(set): pass
for op in (operator.ior, operator.iand, operator.isub, operator.ixor):
    for made in (set, frozenset, St, dict, OrderedDict):
        for view in ({2: 3}.keys(), {1: 2}.items()):
            guard(in_place, op, made([(1, 2)]), view)
guard(lambda: type(frozenset([1]) | {2: 3}.keys()))

# A dict is updated in place before the right side is asked.
class Ror:
    def __iter__(self): return iter([(1, 2), (3, 4)])
    def __ror__(self, other): return 'ror'
class Plain(dict): pass
class Bal(dict):
    def __or__(self, other): return Bal({**self, **other})
for made in (dict, Plain, Bal, OrderedDict, lambda x: defaultdict(int, x)):
    for other in (Ror(), OrderedDict(a=1), defaultdict(int, b=1), [('k', 1)], {1: 5}.items(), {1: 5}.keys()):
        guard(in_place, operator.ior, made({1: 1}), other)
guard(lambda: type(Plain(a=1) | OrderedDict(b=1)))
guard(lambda: {1: 1}.keys() | Ror())

# Orders: what a builtin class says is inherited, and said in its turn.
class Prio(int):
    def __gt__(self, other): return int(self) < int(other)
class Name(str):
    def __gt__(self, other): return len(self) > len(other)
class Level(IntEnum):
    LOW = 1
    HIGH = 2
    def __gt__(self, other): return 'gt'
show(sorted([Prio(1), Prio(3), Prio(2)]), Prio(1) < Prio(2), min(Prio(1), Prio(3)))
show(sorted([Name('b'), Name('aaa')]), Level.LOW < Level.HIGH)
class Equal(int):
    def __eq__(self, other): return 'equal'
    __hash__ = int.__hash__
class Never(int):
    def __eq__(self, other): return NotImplemented
    __hash__ = int.__hash__
class Other(int): pass
show(Other(5) == Equal(5), Equal(5) == Other(5), 5 == Equal(6), [Other(5)] == [Equal(6)], Other(5) in [Equal(6)])
show(Never(1) == Never(1), [Never(1)] == [Never(1)], Never(1) == 1, Never(1) != Never(1))
class Octets(bytearray):
    def __eq__(self, other): return NotImplemented
    def __gt__(self, other): return 'gt'
guard(lambda: (b'a' == Octets(b'a'), Octets(b'a') == b'a', b'b' < Octets(b'a'), b'a' != Octets(b'a')))

# The left one's number before the right one's reflected method.
class Flag(IntFlag):
    R = 4
    W = 2
    X = 1
class Amount(int):
    def __radd__(self, other): return 'radd'
    def __rdivmod__(self, other): return 'rdivmod'
    def __rpow__(self, other): return 'rpow'
class Refuses(int):
    def __add__(self, other): return NotImplemented
    def __divmod__(self, other): return NotImplemented
show(True | Flag.W, True & Flag.X, True ^ Flag.R, Level.LOW | Flag.W)
show(True + Amount(2), 1 + Amount(2), Other(1) + Amount(2), divmod(Amount(9), Amount(4)), divmod(9, Amount(4)), True ** Amount(2))
guard(lambda: Refuses(1) + Refuses(2))
guard(lambda: Refuses(1) + 2)
guard(lambda: divmod(Refuses(9), Refuses(4)))
guard(lambda: divmod(Refuses(9), 4))
class Template(str): pass
class Fill:
    def __rmod__(self, other): return 'rmod'
    def __str__(self): return 'fill'
guard(lambda: Template('<%s>') % Fill())
guard(lambda: 5 % Fill())

# + and * of sequences come last, but for a class that has one of their methods.
class Times(list):
    def __rmul__(self, other): return 'rmul'
class NoTimes(list):
    __rmul__ = None
class Both:
    def __radd__(self, other): return 'radd'
    def __rmul__(self, other): return 'rmul'
    def __iter__(self): return iter([9])
class L(list): pass
class LR(list):
    def __radd__(self, other): return 'LR'
for x in ([1], L([1]), LR([1]), Times([1]), NoTimes([1]), 'a', L([1]), 2):
    for y in ([2], L([2]), LR([2]), Times([2]), NoTimes([2]), Both(), 2, 'b'):
        for op in (operator.add, operator.mul, operator.iadd, operator.imul):
            guard(op, type(x)(x), y)
guard([].__mul__, 'a')
guard([].__imul__, 'a')
guard('a'.__rmul__, [])
x = y = L([1])
x += UserList([2])
show(x, y)

# A deque is a sequence too.
class Nothing:
    def __radd__(self, other): return NotImplemented
    def __rmul__(self, other): return NotImplemented
class D(deque): pass
for y in (Both(), Nothing(), UserString('u'), [3], deque([3]), D([3]), 2, True, 'b', None):
    for op in (operator.add, operator.mul):
        guard(op, deque([1]), y)
for op in (operator.add, operator.mul, operator.iadd, operator.imul):
    guard(op, deque([1]), Both())
    guard(op, D([1]), Both())
for x in ([1], 'a', object, 2, True, None): guard(lambda: x * deque([1]))
guard(lambda: 'ab' % deque([1]))
guard(lambda: b'ab' % D([1]))
guard(lambda: '%(a)s' % deque([1]))
guard(lambda: '%s' % deque([1]))
guard(lambda: 'ab' % UserList([1]))
