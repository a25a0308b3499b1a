# The methods that a sequence, a mapping or a set has once it has the few that are its own: for UserDict and its like, for ChainMap,
# and for classes that derive from these names of typing.
def _named(value, name):
    return any([base.__name__ == name and base.__module__ in ('collections.abc', 'typing') for base in type(value).__mro__])

def is_mapping(value):
    return isinstance(value, (dict, type({}.keys().mapping))) or _named(value, 'Mapping')

def _is_set(value):
    return isinstance(value, (set, frozenset, type({}.keys()), type({}.items()))) or _named(value, 'AbstractSet') or _named(value, 'Set')

def _iterable(value):
    return hasattr(type(value), '__iter__')

def _alias(cls, item):
    return type(list[int])(cls, item)

class Iterator:
    __slots__ = ()

    def __iter__(self):
        return self

class Generator(Iterator):
    __slots__ = ()

    def __next__(self):
        return self.send(None)

    def close(self):
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            pass
        else:
            raise RuntimeError('generator ignored GeneratorExit')

class Sequence:
    __slots__ = ()

    __class_getitem__ = classmethod(_alias)

    def __iter__(self):
        at = 0
        try:
            while True:
                yield self[at]
                at += 1
        except IndexError:
            return

    def __contains__(self, value):
        return any(each is value or each == value for each in self)

    def __reversed__(self):
        for at in reversed(range(len(self))):
            yield self[at]

    def index(self, value, start=0, stop=None):
        if start is not None and start < 0:
            start = max(len(self) + start, 0)
        if stop is not None and stop < 0:
            stop += len(self)
        at = start
        while stop is None or at < stop:
            try:
                each = self[at]
            except IndexError:
                break
            if each is value or each == value:
                return at
            at += 1
        raise ValueError

    def count(self, value):
        return sum([1 for each in self if each is value or each == value])

class MutableSequence(Sequence):
    __slots__ = ()

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        n = len(self)
        for at in range(n // 2):
            self[at], self[n - at - 1] = self[n - at - 1], self[at]

    def extend(self, values):
        for value in list(values) if values is self else values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self

class Mapping:
    __slots__ = ()

    __class_getitem__ = classmethod(_alias)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items()) if is_mapping(other) else NotImplemented

    __hash__ = None
    __reversed__ = None

_none = object()

class MutableMapping(Mapping):
    __slots__ = ()

    def pop(self, key, default=_none):
        try:
            value = self[key]
        except KeyError:
            if default is _none:
                raise
            return default
        del self[key]
        return value

    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value

    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def update(self, other=(), /, **kwds):
        if is_mapping(other):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

class Set:
    __slots__ = ()

    __class_getitem__ = classmethod(_alias)

    @classmethod
    def _from_iterable(cls, items):
        return cls(items)

    def __le__(self, other):
        if not _is_set(other):
            return NotImplemented
        return len(self) <= len(other) and all(item in other for item in self)

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if _is_set(other) else NotImplemented

    def __ge__(self, other):
        if not _is_set(other):
            return NotImplemented
        return len(self) >= len(other) and all(item in self for item in other)

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if _is_set(other) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if _is_set(other) else NotImplemented

    __hash__ = None

    def _hash(self):
        return hash(frozenset(self))

    def isdisjoint(self, other):
        return not any(item in self for item in other)

    def __and__(self, other):
        return self._from_iterable(item for item in other if item in self) if _iterable(other) else NotImplemented

    __rand__ = __and__

    def __or__(self, other):
        return self._from_iterable(item for part in (self, other) for item in part) if _iterable(other) else NotImplemented

    __ror__ = __or__

    def _as_set(self, other):
        return other if _is_set(other) else self._from_iterable(other) if _iterable(other) else None

    def __sub__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else self._from_iterable(item for item in self if item not in other)

    def __rsub__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else self._from_iterable(item for item in other if item not in self)

    def __xor__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else (self - other) | (other - self)

    __rxor__ = __xor__

class MutableSet(Set):
    __slots__ = ()

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        try:
            value = next(iter(self))
        except StopIteration:
            raise KeyError from None
        self.discard(value)
        return value

    def clear(self):
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, other):
        for value in other:
            self.add(value)
        return self

    def __iand__(self, other):
        for value in self - other:
            self.discard(value)
        return self

    def __ixor__(self, other):
        if other is self:
            self.clear()
            return self
        for value in self._as_set(other):
            if value in self:
                self.discard(value)
            else:
                self.add(value)
        return self

    def __isub__(self, other):
        if other is self:
            self.clear()
        else:
            for value in other:
                self.discard(value)
        return self

class MappingView:
    __slots__ = ('_mapping',)

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return '%s(%r)' % (self.__class__.__name__, self._mapping)

class KeysView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, items):
        return set(items)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping

class ItemsView(MappingView, Set):
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, items):
        return set(items)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]

class ValuesView(MappingView):
    __slots__ = ()

    def __contains__(self, value):
        return any(each is value or each == value for each in self)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]
