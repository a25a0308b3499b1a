# collections: dicts that keep an order, have defaults or count, and a queue with two ends.
_running = []
# In an object that holds itself its text stands once.
def _repr_once(self, made, again):
    for other in _running:
        if other is self:
            return again
    _running.append(self)
    try:
        return made()
    finally:
        _running.pop()

class OrderedDict(dict):
    def move_to_end(self, key, last=True): self._move_to_end(key, last)

    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        return self._pop_either(last)

    pop = dict._ordered_pop
    setdefault = dict._ordered_setdefault

    @classmethod
    def fromkeys(cls, iterable, value=None): return super().fromkeys(iterable, value)

    def copy(self):
        if self.__class__ is OrderedDict:
            return OrderedDict(self)
        new = self.__class__()
        for key in dict.keys(self): new[key] = self[key]
        return new

    def __ne__(self, other): return not OrderedDict.__eq__(self, other) if isinstance(other, OrderedDict) else dict.__ne__(self, other)
    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(dict.items(self)) == list(dict.items(other))
        return dict.__eq__(self, other)

    def __repr__(self):
        name = self.__class__.__name__
        return _repr_once(self, lambda: '%s(%r)' % (name, list(self.items())), '...') if self else name + '()'

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self)
        dict.update(new, other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(other)
        dict.update(new, self)
        return new

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

    def copy(self): return self.__class__(self.default_factory, self)

    def __repr__(self):
        kind = f'{type(self.default_factory).__module__}.{type(self.default_factory).__name__}'
        # CPython marks a factory as being shown before it is; these look for the mark.
        dots = {'functools.partial': '...'}.get(kind, kind + '(...)' if kind.startswith('operator.') else '')
        show = lambda: repr(self.default_factory)
        factory = dots or (show() if kind == 'builtins.type' else _repr_once(self.default_factory, show, '...'))
        return '%s(%s, %s)' % (self.__class__.__name__, factory, dict.__repr__(self))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self.default_factory, self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self.default_factory, other)
        new.update(self)
        return new

# A mapping that is no dict says how often, where anything else is counted.
def _counts(iterable):
    if not hasattr(iterable, 'items'):
        return False
    import _mixins
    return _mixins.is_mapping(iterable)

class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict) or _counts(iterable):
                if not self:
                    dict.update(self, iterable)
                else:
                    for key, count in iterable.items():
                        self[key] = count + self.get(key, 0)
            elif not self._count_items(iterable):
                get = self.get
                for key in iterable:
                    self[key] = get(key, 0) + 1
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict) or _counts(iterable):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if kwds:
            self.subtract(kwds)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    def most_common(self, n=None):
        items = sorted(self.items(), key=lambda pair: pair[1], reverse=True)
        return items if n is None or n >= len(items) else items[:max(n, 0)]

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
        if not isinstance(other, Counter): return NotImplemented
        result = Counter(self)
        for key, count in other.items():
            result[key] += count
        return +result

    def __sub__(self, other):
        if not isinstance(other, Counter): return NotImplemented
        result = Counter(self)
        for key, count in other.items():
            result[key] -= count
        return +result

    def __and__(self, other):
        if not isinstance(other, Counter): return NotImplemented
        result = Counter()
        for key, count in self.items():
            others = other[key]
            least = count if count < others else others
            if least > 0:
                result[key] = least
        return result

    def __or__(self, other):
        if not isinstance(other, Counter): return NotImplemented
        result = Counter()
        for key, count in self.items():
            others = other[key]
            most = others if count < others else count
            if most > 0:
                result[key] = most
        for key, count in other.items():
            if key not in self and count > 0:
                result[key] = count
        return result

    def _positive(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._positive()

    def __iand__(self, other):
        for key, count in self.items():
            others = other[key]
            if others < count:
                self[key] = others
        return self._positive()

    def __ior__(self, other):
        for key, others in other.items():
            if others > self[key]:
                self[key] = others
        return self._positive()

    def __pos__(self):
        return Counter({key: count for key, count in self.items() if count > 0})

    def __neg__(self):
        return Counter({key: 0 - count for key, count in self.items() if count < 0})

    def __eq__(self, other):
        return all(self[e] == other[e] for c in (self, other) for e in c) if isinstance(other, Counter) else NotImplemented
    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented
    def __le__(self, other):
        return all(self[e] <= other[e] for c in (self, other) for e in c) if isinstance(other, Counter) else NotImplemented
    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented
    def __ge__(self, other):
        return all(self[e] >= other[e] for c in (self, other) for e in c) if isinstance(other, Counter) else NotImplemented
    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    def __repr__(self):
        if not self:
            return '%s()' % (self.__class__.__name__,)
        try:
            pairs = self.most_common()
        except TypeError:
            pairs = self.items()
        return '%s({%s})' % (self.__class__.__name__, ', '.join(['%r: %r' % pair for pair in pairs]))

def _place_of(i):
    if not hasattr(type(i), '__index__'):
        raise TypeError('sequence index must be integer, not %r' % (type(i).__name__,))
    return range(i).stop

# What + and * of a deque ask before they answer: the method that a class written in Python has for it.
def _reflected(queue, other, name):
    method = getattr(type(other), name, None)
    asked = type(method) is type(_place_of) and method is not getattr(deque, name, None)
    return method(other, queue) if asked else NotImplemented

class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and not isinstance(maxlen, int):
            raise TypeError('an integer is required')
        if maxlen is not None and maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        self._maxlen = maxlen
        self._front = []
        self._back = []
        self._changes = 0
        self.extend(iterable)
    maxlen = property(lambda self: self._maxlen)
    def _balance(self, source, target):
        half = (len(source) + 1) // 2
        target.extend(reversed(source[:half]))
        del source[:half]

    def append(self, x):
        self._changes += 1
        self._back.append(x)
        if self._maxlen is not None and len(self) > self._maxlen:
            self.popleft()

    def appendleft(self, x):
        self._changes += 1
        self._front.append(x)
        if self._maxlen is not None and len(self) > self._maxlen:
            self.pop()

    def extend(self, iterable):
        for x in self._all() if iterable is self else iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in self._all() if iterable is self else iterable:
            self.appendleft(x)

    def pop(self):
        if not self._back:
            if not self._front:
                raise IndexError('pop from an empty deque')
            self._balance(self._front, self._back)
        self._changes += 1
        return self._back.pop()

    def popleft(self):
        if not self._front:
            if not self._back:
                raise IndexError('pop from an empty deque')
            self._balance(self._back, self._front)
        self._changes += 1
        return self._front.pop()

    def _all(self):
        return self._front[::-1] + self._back

    def _take(self, items):
        self._changes += 1
        self._front = []
        self._back = items

    def clear(self):
        if self:
            self._take([])

    def copy(self):
        return self.__class__(self) if self._maxlen is None else self.__class__(self, self._maxlen)

    __copy__ = copy

    def rotate(self, n=1):
        n = range(n).stop
        items = self._all()
        if len(items) > 1:
            n = -n % len(items)
            self._take(items[n:] + items[:n])

    def reverse(self):
        items = self._all()[::-1]
        f = len(self._front)
        self._front[:] = items[:f][::-1]
        self._back[:] = items[f:]

    def _same(self, changes, error=RuntimeError):
        if self._changes != changes:
            raise error('deque mutated during iteration')

    def count(self, x):
        changes = self._changes
        found = self._all().count(x)
        self._same(changes)
        return found

    def index(self, x, *bounds):
        if bounds:
            try:
                [].index(None, *bounds)
            except ValueError:
                pass
        changes = self._changes
        items = self._all()
        for at in range(*slice(*(bounds if len(bounds) == 2 else (*bounds, None))).indices(len(items))[:2]):
            if items[at] is x or items[at] == x:
                return at
            self._same(changes)
        raise ValueError('%r is not in deque' % (x,))

    def insert(self, i, x):
        items = self._all()
        items.insert(i, x)
        if self._maxlen is not None and len(items) > self._maxlen:
            raise IndexError('deque already at its maximum size')
        self._take(items)

    def remove(self, x):
        changes = self._changes
        items = self._all()
        for at in range(len(items)):
            same = items[at] is x or items[at] == x
            self._same(changes, IndexError)
            if same:
                del items[at]
                return self._take(items)
        raise ValueError('%r is not in deque' % (x,))

    def _place(self, i):
        if type(i) is not int:
            i = _place_of(i)
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
        self._changes += 1
        del items[at]

    def __len__(self):
        return len(self._front) + len(self._back)

    def __bool__(self):
        return bool(self._front or self._back)

    def _walk(self, first, second, changes):
        for part in (first, second):
            for x in part:
                if self._changes != changes:
                    break
                yield x
        self._same(changes)

    def __iter__(self):
        return self._walk(reversed(self._front), self._back, self._changes)

    def __reversed__(self):
        return self._walk(reversed(self._back), self._front, self._changes)

    def __contains__(self, x):
        changes = self._changes
        if x in self._all():
            return True
        self._same(changes)
        return False

    def __eq__(self, other):
        if not isinstance(other, deque): return NotImplemented
        changes = self._changes, other._changes
        if self._all() != other._all():
            return False
        self._same(changes[0])
        other._same(changes[1])
        return True

    def __ne__(self, other): return not deque.__eq__(self, other) if isinstance(other, deque) else NotImplemented
    def __lt__(self, other): return self._all() < other._all() if isinstance(other, deque) else NotImplemented
    def __le__(self, other): return self._all() <= other._all() if isinstance(other, deque) else NotImplemented
    def __gt__(self, other): return self._all() > other._all() if isinstance(other, deque) else NotImplemented
    def __ge__(self, other): return self._all() >= other._all() if isinstance(other, deque) else NotImplemented

    __hash__ = None
    __class_getitem__ = classmethod(lambda cls, item: type(list[int])(cls, item))

    def __iadd__(self, iterable):
        made = _reflected(self, iterable, '__radd__') if type(self) is deque else NotImplemented
        if made is not NotImplemented:
            return made
        self.extend(iterable)
        return self

    def __add__(self, other):
        made = _reflected(self, other, '__radd__')
        if made is NotImplemented:
            if not isinstance(other, deque):
                raise TypeError('can only concatenate deque (not "%s") to deque' % (type(other).__name__,))
            made = self.copy()
            made.extend(other)
        return made

    def _repeat(self, n):
        items = list.__mul__(self._all(), n) if hasattr(type(n), '__index__') else [] * n
        if len(items) != len(self):
            self._take(items if self._maxlen is None else items[max(len(items) - self._maxlen, 0):])
        return self

    def __imul__(self, n):
        made = _reflected(self, n, '__rmul__') if type(n) is not int else NotImplemented
        return self._repeat(n) if made is NotImplemented else made

    def __mul__(self, n):
        made = _reflected(self, n, '__rmul__') if type(n) is not int else NotImplemented
        return self.copy()._repeat(n) if made is NotImplemented else made

    def __rmul__(self, n):
        sequence = isinstance(n, (list, tuple, str, bytes, bytearray))
        return NotImplemented if sequence else self.copy()._repeat(n)

    def __repr__(self):
        text = _repr_once(self, lambda: repr(self._all()), '[...]')
        if text == '[...]' or self._maxlen is None:
            return text if text == '[...]' else '%s(%s)' % (self.__class__.__name__, text)
        return '%s(%s, maxlen=%d)' % (self.__class__.__name__, text, self._maxlen)

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    import named_tuples
    return named_tuples.make(typename, field_names, rename, defaults, module)
