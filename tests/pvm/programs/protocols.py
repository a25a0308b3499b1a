# typing's protocols and kinds: what isinstance and issubclass say, what cannot be made, what a derived class is given.
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, deque
from dataclasses import dataclass
from typing import *
import pvm_host
import typing


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


def walk():
    yield 1


class Plain:
    def __hash__(self):
        return 1


class Equal:
    def __eq__(self, other):
        return True


class Walked:
    def __iter__(self):
        return iter([])

    def __len__(self):
        return 0

    def __contains__(self, item):
        return False


class Stepped(Walked):
    def __next__(self):
        raise StopIteration

    __len__ = None


class Back(Walked):
    def __reversed__(self):
        return iter([])


class Sent(Stepped):
    def send(self, value):
        pass

    def throw(self, *error):
        pass

    def close(self):
        pass


class Called:
    def __call__(self):
        pass


class Counted(Called):
    __call__ = None


class MyList(list):
    pass


class MyDict(dict):
    __hash__ = None


KINDS = (Callable, Iterable, Iterator, Generator, Hashable, Sequence, MutableSequence, Mapping, MutableMapping, Sized, Container,
         Collection, Reversible, AbstractSet, MutableSet, MappingView, KeysView, ItemsView, ValuesView, ByteString, SupportsInt,
         SupportsIndex, SupportsAbs, SupportsBytes)
THINGS = (3, True, None, "s", b"b", bytearray(), (), [], {}, set(), frozenset(), range(3), {}.keys(), {}.values(), {}.items(), iter([]),
          iter(()), iter({}), iter(""), iter(range(2)), iter(set()), reversed([]), walk(), map(len, []), zip(), enumerate([]), filter(None, []),
          tried, len, int, walk().send, [].append, deque(), OrderedDict(), Counter(), UserDict(), UserList(), UserString(""), ChainMap(),
          type({}.keys().mapping)({}), object(), ValueError(), Plain(), Plain, Equal(), Walked(), Stepped(), Back(), Sent(), Called(), Counted(),
          MyList(), MyDict(), staticmethod(len), slice(1))
for thing in THINGS:
    emit(type(thing).__name__, [kind.__name__ for kind in KINDS if isinstance(thing, kind)])
    emit(type(thing).__name__, [kind.__name__ for kind in KINDS if issubclass(type(thing), kind)])
emit(isinstance([], (int, Sequence)), isinstance(5, (Sequence, int)), isinstance("", Sequence | None) if False else "", issubclass(list, (Mapping, Sequence)))
for kind in (Sequence, Callable, Sized, Mapping):
    emit(repr(kind), kind.__name__)
    tried(issubclass, 5, kind)


@runtime_checkable
class HasLen(Protocol):
    def __len__(self) -> int: ...


class NotChecked(Protocol):
    def size(self): ...


@runtime_checkable
class Named(Protocol):
    name: str

    def shout(self) -> str:
        return self.name.upper()


class Anna:
    name = "Anna"

    def shout(self):
        return "ANNA!"


class Late:
    def __init__(self):
        self.name = "late"
        self.shout = lambda: "LATE"


class Silent(Anna):
    shout = None


class Derived(Named):
    name = "derived"


class Needy(Named):
    def __init__(self, name):
        self.name = name


@runtime_checkable
class LongNamed(Named, HasLen, Protocol):
    extra = 5


class LongAnna(Anna):
    extra = 1

    def __len__(self):
        return 4


for thing in ([], 5, "x", {}, Anna(), LongAnna(), Derived()):
    emit(isinstance(thing, HasLen), isinstance(thing, Named), isinstance(thing, LongNamed), issubclass(type(thing), HasLen))
emit(isinstance(Late(), Named), isinstance(Silent(), Named), isinstance(Derived(), Derived), isinstance(Anna(), Derived), Derived().shout(), Needy("n").shout(), isinstance(Needy("n"), Named))
emit(issubclass(Derived, Derived), issubclass(Anna, Derived), Derived.__mro__[1] is Named, isinstance(Needy("n"), (int, Derived)), Derived() != Derived())
tried(isinstance, 3, NotChecked)
tried(issubclass, int, NotChecked)
tried(isinstance, NotChecked, NotChecked)
tried(issubclass, Anna, Named)
tried(issubclass, 5, HasLen)
tried(isinstance, 5, Protocol)
for made in (NotChecked, HasLen, Named, LongNamed):
    tried(made)
tried(Needy)
tried(runtime_checkable, Anna)
tried(runtime_checkable, Derived)
tried(lambda: type("Wrong", (Anna, Protocol), {}))


class Size(NotChecked):
    def __init__(self, n):
        super().__init__()
        self.n = n

    def size(self):
        return self.n


emit(Size(5).size(), isinstance(Size(5), Size), Size(1).n)
T1 = TypeVar("T1")


@runtime_checkable
class Handler(Protocol[T1]):
    def __call__(self, value: T1) -> T1: ...


@runtime_checkable
class SizedNamed(Sized, Protocol):
    def shout(self): ...


emit(isinstance(len, Handler), isinstance(tried, Handler), isinstance(5, Handler), isinstance(Called(), Handler), isinstance(int, Handler))
emit(isinstance(LongAnna(), SizedNamed), isinstance(Anna(), SizedNamed), isinstance([], SizedNamed))


class Squares(Sequence[int]):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if not 0 <= i < self.n:
            raise IndexError(i)
        return i * i


s = Squares(5)
emit(list(s), 9 in s, 10 in s, s.index(4), s.count(1), list(reversed(s)), isinstance(s, Sequence), isinstance(s, Reversible), isinstance(s, Collection), isinstance(s, MutableSequence), s[2], len(s))
tried(s.index, 99)
tried(s.index, 4, 3)
emit(s.index(9, -3), s.index(16, 0, None))


class Store(MutableMapping):
    def __init__(self, *args, **kw):
        self.inside = {}
        self.update(*args, **kw)

    def __getitem__(self, key):
        return self.inside[key]

    def __setitem__(self, key, value):
        self.inside[key] = value

    def __delitem__(self, key):
        del self.inside[key]

    def __iter__(self):
        return iter(self.inside)

    def __len__(self):
        return len(self.inside)


d = Store({"a": 1}, b=2)
emit(dict(d), d.get("z"), "a" in d, d.pop("a"), d.setdefault("c", 3), list(d.items()), list(d.keys()), list(d.values()), d == {"b": 2, "c": 3}, isinstance(d, Mapping), isinstance(d, dict), d.popitem())
tried(d.pop, "none")
tried(hash, d)
d.update([("x", 1)], y=2)
d.clear()
emit(len(d), bool(d))
tried(d.popitem)


class Bag(MutableSet):
    def __init__(self, items=()):
        self.items = []
        for item in items:
            self.add(item)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)

    def __repr__(self):
        return "Bag(%r)" % (sorted(self.items),)


a, b = Bag([1, 2, 3]), Bag([2, 3, 4])
emit(a & b, a | b, a - b, a ^ b, a <= b, a & b <= a, a < a, a == Bag([3, 2, 1]), a == {1, 2, 3}, a.isdisjoint([9]), a != b, a >= {1}, {1} <= a, {9} | a, {1, 9} - a, isinstance(a, AbstractSet))
a |= {7}
a &= {1, 7, 9}
a ^= {1, 5}
a -= [7]
emit(a, a.pop(), len(a))
tried(a.remove, 1)
tried(a.pop)
a.add(1)
a.clear()
tried(lambda: a & 5)


class Stack(MutableSequence):
    def __init__(self):
        self.inside = []

    def __getitem__(self, i):
        return self.inside[i]

    def __setitem__(self, i, value):
        self.inside[i] = value

    def __delitem__(self, i):
        del self.inside[i]

    def __len__(self):
        return len(self.inside)

    def insert(self, i, value):
        self.inside.insert(i, value)


st = Stack()
st.append(1)
st.extend([2, 3])
st += (4,)
st.extend(st)
st.reverse()
st.remove(3)
emit(list(st), st.pop(), st.pop(0), len(st), 3 in st)
st.clear()
tried(st.pop)


class Down(Iterator[int]):
    def __init__(self, n):
        self.n = n

    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n


emit(list(Down(4)), iter(Down(2)) is not None, isinstance(Down(1), Iterable))


class Half(Sequence):
    def __len__(self):
        return 1


class Empty(Mapping):
    pass


class Whole(Half):
    def __getitem__(self, i):
        return [5][i]


class Sink(Sized):
    pass


class Call(Callable):
    pass


class Items(MutableSet):
    pass


class Lines(Generator):
    def __init__(self):
        self.said = 0

    def send(self, value):
        self.said += 1
        return self.said, value

    def throw(self, kind, value=None, trace=None):
        raise kind


lines = Lines()
emit(next(lines), lines.send("x"), iter(lines) is lines, lines.close(), isinstance(lines, Iterator))
for kind in (Half, Empty, Sink, Call, Items, Hashable, Iterable, Sized, Sequence, MutableMapping):
    tried(kind)
emit(list(Whole()), Whole().count(5))


@dataclass
class Written(Named):
    name: str
    pages: int = 5


class Longest(Written):
    pass


@dataclass(frozen=True)
class Kept(HasLen):
    size: int

    def __len__(self):
        return self.size


emit(Written("w"), Written("w", 6).shout(), Longest("l", pages=7), isinstance(Written("w"), Named), Kept(5), len(Kept(5)), isinstance(Kept(1), HasLen))
tried(Written)
