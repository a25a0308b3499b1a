# collections: dicts that keep an order, have defaults or count, and a queue with two ends.
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

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self)
        new.update(other)
        return new

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(other)
        new.update(self)
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

    def copy(self):
        return self.__class__(self.default_factory, self)

    def __repr__(self):
        return '%s(%r, %s)' % (self.__class__.__name__, self.default_factory, dict(self))

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

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

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

    def __pos__(self):
        return Counter({key: count for key, count in self.items() if count > 0})

    def __neg__(self):
        return Counter({key: 0 - count for key, count in self.items() if count < 0})

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] == other[e] for c in (self, other) for e in c)

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] <= other[e] for c in (self, other) for e in c)

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[e] >= other[e] for c in (self, other) for e in c)

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def __repr__(self):
        if not self:
            return '%s()' % (self.__class__.__name__,)
        try:
            pairs = self.most_common()
        except TypeError:
            pairs = self.items()
        return '%s({%s})' % (self.__class__.__name__, ', '.join(['%r: %r' % pair for pair in pairs]))


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
            pass
        raise ValueError('%r is not in deque' % (x,))

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
            pass
        else:
            return self._take(items)
        raise ValueError('%r is not in deque' % (x,))

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

    def __le__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._all() <= other._all()

    def __gt__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._all() > other._all()

    def __ge__(self, other):
        if not isinstance(other, deque):
            return NotImplemented
        return self._all() >= other._all()

    __hash__ = None

    def __iadd__(self, iterable):
        self.extend(iterable)
        return self

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError('can only concatenate deque (not "%s") to deque' % (type(other).__name__,))
        return deque(self._all() + other._all(), self.maxlen)

    def __mul__(self, n):
        return deque(self._all() * n, self.maxlen)

    __rmul__ = __mul__

    def __repr__(self):
        if self.maxlen is None:
            return 'deque(%r)' % (self._all(),)
        return 'deque(%r, maxlen=%d)' % (self._all(), self.maxlen)


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    import named_tuples
    return named_tuples.make(typename, field_names, rename, defaults, module)
