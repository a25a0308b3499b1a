// Library modules written in Python: compiled once, run (and paid for) where they are imported.
#include "pvm/library/modules.hpp"

namespace lariat::pvm {

namespace {

constexpr std::string_view COLLECTIONS = R"py(
class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        self._move_to_end(key, last)

    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        return dict.popitem(self, last)

    def copy(self):
        return self.__class__(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        if isinstance(other, dict):
            return dict(self) == dict(other)
        return NotImplemented

    def __repr__(self):
        if not self:
            return '%s()' % (self.__class__.__name__,)
        return '%s(%r)' % (self.__class__.__name__, list(self.items()))


class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def copy(self):
        return self.__class__(self.default_factory, self)

    def __repr__(self):
        return '%s(%r, %s)' % (self.__class__.__name__, self.default_factory, dict(self))


class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = count + self.get(key, 0)
            else:
                get = self.get
                for key in iterable:
                    self[key] = get(key, 0) + 1
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if kwds:
            self.subtract(kwds)

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return items if n is None else items[:max(n, 0)]

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def total(self):
        return sum(self.values())

    def copy(self):
        return self.__class__(self)

    def __delitem__(self, key):
        if key in self:
            dict.__delitem__(self, key)

    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            total = count + other[key]
            if total > 0:
                result[key] = total
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result

    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            left = count - other[key]
            if left > 0:
                result[key] = left
        for key, count in other.items():
            if key not in self and count < 0:
                result[key] = 0 - count
        return result

    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            least = min(count, other[key])
            if least > 0:
                result[key] = least
        return result

    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key, count in self.items():
            most = max(count, other[key])
            if most > 0:
                result[key] = most
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result

    def __repr__(self):
        if not self:
            return '%s()' % (self.__class__.__name__,)
        return '%s({%s})' % (self.__class__.__name__, ', '.join(['%r: %r' % pair for pair in self.most_common()]))


class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        self.maxlen = maxlen
        self._front = []
        self._back = []
        self.extend(iterable)

    def _balance(self, source, target):
        half = (len(source) + 1) // 2
        target.extend(reversed(source[:half]))
        del source[:half]

    def append(self, x):
        self._back.append(x)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.popleft()

    def appendleft(self, x):
        self._front.append(x)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.pop()

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        if not self._back:
            if not self._front:
                raise IndexError('pop from an empty deque')
            self._balance(self._front, self._back)
        return self._back.pop()

    def popleft(self):
        if not self._front:
            if not self._back:
                raise IndexError('pop from an empty deque')
            self._balance(self._back, self._front)
        return self._front.pop()

    def _all(self):
        return self._front[::-1] + self._back

    def _take(self, items):
        self._front = []
        self._back = items

    def clear(self):
        self._take([])

    def copy(self):
        return deque(self._all(), self.maxlen)

    def rotate(self, n=1):
        items = self._all()
        if items:
            n %= len(items)
            if n:
                self._take(items[len(items) - n:] + items[:len(items) - n])

    def reverse(self):
        self._take(self._all()[::-1])

    def count(self, x):
        return self._all().count(x)

    def index(self, x, *bounds):
        try:
            return self._all().index(x, *bounds)
        except ValueError:
            raise ValueError('%r is not in deque' % (x,)) from None

    def insert(self, i, x):
        if self.maxlen is not None and len(self) >= self.maxlen:
            raise IndexError('deque already at its maximum size')
        items = self._all()
        items.insert(i, x)
        self._take(items)

    def remove(self, x):
        items = self._all()
        try:
            items.remove(x)
        except ValueError:
            raise ValueError('deque.remove(x): x not in deque') from None
        self._take(items)

    def _place(self, i):
        n = len(self)
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError('deque index out of range')
        f = len(self._front)
        return (self._front, f - 1 - i) if i < f else (self._back, i - f)

    def __getitem__(self, i):
        items, at = self._place(i)
        return items[at]

    def __setitem__(self, i, x):
        items, at = self._place(i)
        items[at] = x

    def __delitem__(self, i):
        items, at = self._place(i)
        del items[at]

    def __len__(self):
        return len(self._front) + len(self._back)

    def __bool__(self):
        return bool(self._front or self._back)

    def __iter__(self):
        n = len(self)
        for x in self._all():
            if len(self) != n:
                raise RuntimeError('deque mutated during iteration')
            yield x

    def __reversed__(self):
        return reversed(self._all())

    def __contains__(self, x):
        return x in self._front or x in self._back

    def __eq__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._all() == other._all()

    def __lt__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._all() < other._all()

    __hash__ = None

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self

    def __add__(self, other):
        return deque(self._all() + other._all(), self.maxlen)

    def __repr__(self):
        if self.maxlen is None:
            return 'deque(%r)' % (self._all(),)
        return 'deque(%r, maxlen=%d)' % (self._all(), self.maxlen)
)py";

constexpr std::string_view FUNCTOOLS = R"py(
_nothing = object()

def reduce(function, iterable, initial=_nothing, /):
    it = iter(iterable)
    if initial is _nothing:
        value = next(it, _nothing)
        if value is _nothing:
            raise TypeError('reduce() of empty iterable with no initial value')
    else:
        value = initial
    for item in it:
        value = function(value, item)
    return value

class partial:
    def __init__(self, func, /, *args, **keywords):
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self.func = func
        self.args = args
        self.keywords = keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

def wraps(wrapped, assigned=None, updated=None):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped)
    return decorate

def update_wrapper(wrapper, wrapped, assigned=None, updated=None):
    for name in ('__name__', '__qualname__', '__doc__'):
        if hasattr(wrapped, name):
            setattr(wrapper, name, getattr(wrapped, name))
    wrapper.__wrapped__ = wrapped
    return wrapper

def cmp_to_key(mycmp):
    class K:
        def __init__(self, obj):
            self.obj = obj
        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0
        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0
        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0
        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0
        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
        __hash__ = None
    return K

def _key(args, kwds):
    return (args, tuple(sorted(kwds.items()))) if kwds else args

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache(128)(maxsize)
    def decorate(function):
        known = {}
        def wrapper(*args, **kwds):
            key = _key(args, kwds)
            if key in known:
                value = known.pop(key)
                known[key] = value
                return value
            value = function(*args, **kwds)
            if maxsize is None or maxsize > 0:
                known[key] = value
                if maxsize is not None and len(known) > maxsize:
                    del known[next(iter(known))]
            return value
        def cache_clear():
            known.clear()
        update_wrapper(wrapper, function)
        wrapper.cache_clear = cache_clear
        return wrapper
    return decorate

def cache(function, /):
    return lru_cache(None)(function)

def total_ordering(cls):
    def has(name):
        return getattr(cls, name, None) is not getattr(object, name, None) and hasattr(cls, name)
    if has('__lt__'):
        if not has('__gt__'):
            cls.__gt__ = lambda self, other: not (self < other or self == other)
        if not has('__le__'):
            cls.__le__ = lambda self, other: self < other or self == other
        if not has('__ge__'):
            cls.__ge__ = lambda self, other: not self < other
    elif has('__gt__'):
        cls.__lt__ = lambda self, other: not (self > other or self == other)
        cls.__ge__ = lambda self, other: self > other or self == other
        cls.__le__ = lambda self, other: not self > other
    elif has('__le__'):
        cls.__lt__ = lambda self, other: self <= other and not self == other
        cls.__gt__ = lambda self, other: not self <= other
        cls.__ge__ = lambda self, other: not self <= other or self == other
    elif has('__ge__'):
        cls.__lt__ = lambda self, other: not self >= other
        cls.__gt__ = lambda self, other: self >= other and not self == other
        cls.__le__ = lambda self, other: not self >= other or self == other
    else:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    return cls

class cached_property:
    def __init__(self, func):
        self.func = func
        self.name = func.__name__
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        value = self.func(obj)
        setattr(obj, self.name, value)
        return value
)py";

constexpr std::string_view ITERTOOLS = R"py(
def count(start=0, step=1):
    while True:
        yield start
        start += step

def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item

def repeat(object, times=None):
    if times is None:
        while True:
            yield object
    for _ in range(times):
        yield object

def accumulate(iterable, func=None, *, initial=None):
    it = iter(iterable)
    total = initial
    if initial is None:
        try:
            total = next(it)
        except StopIteration:
            return
    yield total
    for item in it:
        total = total + item if func is None else func(total, item)
        yield total

class chain:
    def __init__(self, *iterables):
        self._it = _chained(iterables)
    @classmethod
    def from_iterable(cls, iterables):
        made = cls()
        made._it = _chained(iterables)
        return made
    def __iter__(self):
        return self
    def __next__(self):
        return next(self._it)

def _chained(iterables):
    for it in iterables:
        yield from it

def compress(data, selectors):
    return (d for d, s in zip(data, selectors) if s)

def dropwhile(predicate, iterable):
    it = iter(iterable)
    for item in it:
        if not predicate(item):
            yield item
            break
    for item in it:
        yield item

def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item

def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item

def starmap(function, iterable):
    for args in iterable:
        yield function(*args)

def islice(iterable, *args):
    s = slice(*args)
    start, stop, step = s.start or 0, s.stop, s.step or 1
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    at = 0
    if stop is not None and stop <= 0:
        return
    for item in iterable:
        if at >= start and (at - start) % step == 0:
            yield item
        at += 1
        if stop is not None and at >= stop:
            return

def pairwise(iterable):
    it = iter(iterable)
    try:
        a = next(it)
    except StopIteration:
        return
    for b in it:
        yield a, b
        a = b

def zip_longest(*iterables, fillvalue=None):
    its = [iter(i) for i in iterables]
    live = len(its)
    if not live:
        return
    while True:
        row = []
        for i, it in enumerate(its):
            try:
                value = next(it)
            except StopIteration:
                live -= 1
                if not live:
                    return
                its[i] = repeat(fillvalue)
                value = fillvalue
            row.append(value)
        yield tuple(row)

def groupby(iterable, key=None):
    it = iter(iterable)
    end = object()
    item = next(it, end)
    while item is not end:
        this = item if key is None else key(item)
        group = []
        while item is not end and (item if key is None else key(item)) == this:
            group.append(item)
            item = next(it, end)
        yield this, iter(group)

def product(*iterables, repeat=1):
    pools = [tuple(p) for p in iterables] * repeat
    n = len(pools)
    if any(not p for p in pools):
        return
    at = [0] * n
    while True:
        yield tuple([pools[i][at[i]] for i in range(n)])
        for i in reversed(range(n)):
            at[i] += 1
            if at[i] < len(pools[i]):
                break
            at[i] = 0
        else:
            return

def permutations(iterable, r=None):
    pool = tuple(iterable)
    n = len(pool)
    r = n if r is None else r
    if r > n:
        return
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    yield tuple([pool[i] for i in indices[:r]])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple([pool[i] for i in indices[:r]])
                break
        else:
            return

def combinations(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if r > n:
        return
    indices = list(range(r))
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != i + n - r:
                break
        else:
            return
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1
        yield tuple([pool[i] for i in indices])

def combinations_with_replacement(iterable, r):
    pool = tuple(iterable)
    n = len(pool)
    if not n and r:
        return
    indices = [0] * r
    yield tuple([pool[i] for i in indices])
    while True:
        for i in reversed(range(r)):
            if indices[i] != n - 1:
                break
        else:
            return
        indices[i:] = [indices[i] + 1] * (r - i)
        yield tuple([pool[i] for i in indices])

def tee(iterable, n=2):
    saved = []
    it = iter(iterable)
    def walk():
        at = 0
        while True:
            if at == len(saved):
                try:
                    saved.append(next(it))
                except StopIteration:
                    return
            yield saved[at]
            at += 1
    return tuple([walk() for _ in range(n)])
)py";

constexpr std::string_view OPERATOR = R"py(
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
def concat(a, b): return a + b
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
)py";

constexpr std::string_view STRING = R"py(
whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace

def capwords(s, sep=None):
    return (sep or ' ').join([w.capitalize() for w in s.split(sep)])
)py";

constexpr std::string_view TYPING = R"py(
class _Form:
    def __init__(self, name):
        self._name = name
    def __getitem__(self, item):
        return self
    def __or__(self, other):
        return self
    def __ror__(self, other):
        return self
    def __call__(self, *args, **kwargs):
        raise TypeError('Cannot instantiate ' + repr(self))
    def __repr__(self):
        return 'typing.' + self._name

Any = _Form('Any')
Union = _Form('Union')
Optional = _Form('Optional')
Callable = _Form('Callable')
Iterable = _Form('Iterable')
Iterator = _Form('Iterator')
Generator = _Form('Generator')
Sequence = _Form('Sequence')
Mapping = _Form('Mapping')
MutableMapping = _Form('MutableMapping')
MutableSequence = _Form('MutableSequence')
Literal = _Form('Literal')
Final = _Form('Final')
ClassVar = _Form('ClassVar')
NoReturn = _Form('NoReturn')
Never = _Form('Never')
Type = _Form('Type')
Self = _Form('Self')
Hashable = _Form('Hashable')
Annotated = _Form('Annotated')
TypeAlias = _Form('TypeAlias')
List = list
Dict = dict
Tuple = tuple
Set = set
FrozenSet = frozenset
Text = str
TYPE_CHECKING = False

class Generic:
    def __class_getitem__(cls, item):
        return cls

class Protocol(Generic):
    pass

def TypeVar(name, *constraints, **options):
    return _Form(name)

def NewType(name, tp):
    def make(value):
        return value
    make.__name__ = name
    return make

def cast(typ, val):
    return val

def final(f):
    return f

def overload(f):
    return f

def no_type_check(f):
    return f

def runtime_checkable(cls):
    return cls
)py";

}  // namespace

std::string_view library_source(std::string_view name)
{
    if (name == "collections") return COLLECTIONS;
    if (name == "functools") return FUNCTOOLS;
    if (name == "itertools") return ITERTOOLS;
    if (name == "operator") return OPERATOR;
    if (name == "string") return STRING;
    if (name == "typing") return TYPING;
    return {};
}

}  // namespace lariat::pvm
