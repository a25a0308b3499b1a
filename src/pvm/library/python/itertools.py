# itertools: iterators out of iterators, one item at a time.
_end = object()

class count:
    def __init__(self, start=0, step=1):
        if type(start) is not int or type(step) is not int:
            for n in (start, step):
                if not hasattr(type(n), '__index__') and not hasattr(type(n), '__int__'):
                    raise TypeError('a number is required')
            if isinstance(start, int) and isinstance(step, int) and step == 1:
                start, step = range(start).stop, 1
        self._at = start
        self._step = step
    def __iter__(self):
        return self
    def __next__(self):
        at = self._at
        self._at = at + self._step
        return at
    def __repr__(self):
        step = self._step
        return 'count(%r)' % (self._at,) if type(step) is int and step == 1 else 'count(%r, %r)' % (self._at, step)

# What is called looks at its arguments; the generator behind it begins when the first item is asked for.
def cycle(iterable):
    return _cycle(iter(iterable))

def _cycle(it):
    saved = []
    for item in it:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item

class repeat:
    def __init__(self, object=_end, times=_end):
        if object is _end:
            raise TypeError("repeat() missing required argument 'object' (pos 1)")
        self._object = object
        self._left = -1 if times is _end else max(range(times).stop, 0)
    def __iter__(self):
        return self
    def __next__(self):
        if self._left < 0:
            return self._object
        if not self._left:
            raise StopIteration
        self._left -= 1
        return self._object
    def __length_hint__(self):
        if self._left < 0:
            raise TypeError('len() of unsized object')
        return self._left
    def __repr__(self):
        return 'repeat(%r)' % (self._object,) if self._left < 0 else 'repeat(%r, %d)' % (self._object, self._left)

def _forever(object):
    while True:
        yield object

def accumulate(iterable, func=None, *, initial=None):
    return _accumulate(iter(iterable), func, initial)

def _accumulate(it, func, initial):
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
        made._it = _chained(iter(iterables))
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
    return _dropwhile(predicate, iter(iterable))

def _dropwhile(predicate, it):
    for item in it:
        if not predicate(item):
            yield item
            break
    for item in it:
        yield item

def takewhile(predicate, iterable):
    return _takewhile(predicate, iter(iterable))

def _takewhile(predicate, it):
    for item in it:
        if not predicate(item):
            break
        yield item

def filterfalse(predicate, iterable):
    return _filterfalse(predicate, iter(iterable))

def _filterfalse(predicate, it):
    for item in it:
        if not (item if predicate is None else predicate(item)):
            yield item

def starmap(function, iterable):
    return _starmap(function, iter(iterable))

def _starmap(function, it):
    for args in it:
        yield function(*(args if args.__class__ is tuple else tuple(args)))

def islice(iterable, *args):
    given = len(args) + 1
    if not 2 <= given <= 4:
        raise TypeError('islice expected at %s arguments, got %d' % ('least 2' if given < 2 else 'most 4', given))
    s = slice(*args)
    start, stop, step = _index(s.start, 0), _index(s.stop, None), _index(s.step, 1)
    if stop == -1:
        raise ValueError('Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    if start < 0 or (stop is not None and stop < 0):
        raise ValueError('Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.')
    if step < 1:
        raise ValueError('Step for islice() must be a positive integer or None.')
    return _islice(iter(iterable), start, stop, step)

# -1 for what is none, or too large for one.
def _index(value, default):
    if value is None:
        return default
    try:
        at = value.__index__()
    except Exception:
        return -1
    return at if at < 1 << 63 else -1

def _islice(iterable, start, stop, step):
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
    return _pairwise(iter(iterable))

def _pairwise(it):
    try:
        a = next(it)
    except StopIteration:
        return
    for b in it:
        yield a, b
        a = b

def zip_longest(*iterables, fillvalue=None):
    return _zip_longest([iter(i) for i in iterables], fillvalue)

def _zip_longest(its, fillvalue):
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
                its[i] = _forever(fillvalue)
                value = fillvalue
            row.append(value)
        yield tuple(row)

class groupby:
    def __init__(self, iterable=_end, key=None):
        if iterable is _end:
            raise TypeError("groupby() missing required argument 'iterable' (pos 1)")
        self._items = iter(iterable)
        self._key = key
        self._begun = False
        self._of = None

    def __iter__(self):
        return self

    def _read(self):
        self._item = next(self._items, _end)
        self._more = self._item is not _end
        if self._more:
            self._this = self._item if self._key is None else self._key(self._item)

    def _same(self, key):
        return self._more and (self._this is key or self._this == key)

    def __next__(self):
        group = self._open = object()
        if self._begun:
            while self._same(self._of):
                self._read()
        else:
            self._begun = True
            self._read()
        if not self._more:
            raise StopIteration
        self._of = self._this
        return self._of, self._give(group, self._of)

    def _give(self, group, key):
        while self._open is group and self._same(key):
            yield self._item
            self._read()

def product(*iterables, repeat=1):
    repeat = range(repeat).stop
    if repeat < 0:
        raise ValueError('repeat argument cannot be negative')
    return _product([tuple(p) for p in iterables] * repeat)

def _product(pools):
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
    if r is None:
        r = len(pool)
    elif not isinstance(r, int):
        raise TypeError('Expected int as r')
    if r < 0:
        raise ValueError('r must be non-negative')
    return _permutations(pool, len(pool), r)

def _permutations(pool, n, r):
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
    r = range(r).stop
    pool = tuple(iterable)
    if r < 0:
        raise ValueError('r must be non-negative')
    return _combinations(pool, len(pool), r)

def _combinations(pool, n, r):
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
    r = range(r).stop
    pool = tuple(iterable)
    if r < 0:
        raise ValueError('r must be non-negative')
    return _combinations_with_replacement(pool, len(pool), r)

def _combinations_with_replacement(pool, n, r):
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
    if range(n).stop < 0:
        raise ValueError('n must be >= 0')
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
