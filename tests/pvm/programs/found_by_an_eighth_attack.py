# What a hook takes away from its class while it is being asked, and small differences beside.

import pvm_host


def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))


class Getter:
    def __getattribute__(self, name):
        del Getter.__getattr__
        raise AttributeError('none')
    def __getattr__(self, name): return 'found', name


class Computed:
    @property
    def x(self):
        del Computed.__getattr__
        raise AttributeError('no')
    def __getattr__(self, name): return 'found', name


class Meta(type):
    @property
    def x(cls):
        del Meta.__getattr__
        raise AttributeError('no')
    def __getattr__(cls, name): return 'found by the class of classes', name

class OfMeta(metaclass=Meta):
    pass


class Replaced:
    @property
    def x(self):
        Replaced.__getattr__ = lambda self, name: 'the other'
        raise AttributeError('no')
    def __getattr__(self, name): return 'the first', name


for make in (Getter, Computed, Replaced):
    made = make()
    shown(lambda: made.x)
    shown(lambda: made.x)
shown(lambda: OfMeta.x)
shown(lambda: OfMeta.x)
shown(lambda: hasattr(Computed(), 'x'))
shown(lambda: getattr(Computed(), 'x', 'default'))


class Pieces:
    def __init__(self, pieces): self.pieces = pieces
    def __bytes__(self): return self.pieces

shown(lambda: bytes(Pieces(b'abc')))
shown(lambda: bytes(Pieces('abc')))
shown(lambda: b','.join([b'a', None, b'c']))
shown(lambda: b','.join((b'a', b'b', bytearray(b'c'))))
data = bytearray(b'abcdef')
def store(key, value):
    data[key] = value
    return bytes(data)
shown(lambda: store(slice(None, None, 0), b'x'))
shown(lambda: store(slice(0, 4, 2), b'xy'))
shown(lambda: store(slice(0, 4, 2), b'xyz'))
shown(lambda: store(slice(1, 1), (65, 66)))


# What is left of a walk from the end, and of text.
for walk in (lambda: reversed({1: 2, 3: 4, 5: 6}.values()), lambda: reversed({1: 2, 3: 4}.items()),
             lambda: reversed({}.values()), lambda: reversed({1: 2}), lambda: iter('aé€𐍈'), lambda: iter('abc')):
    it = walk()
    hints = [it.__length_hint__()]
    for item in it: hints.append(it.__length_hint__())
    hints.append(it.__length_hint__())
    show(hints)


# A slot stays its own, whatever stands between it and another one of its name.
class First: __slots__ = ('x',)
class Hiding(First):
    __slots__ = ('y',)
    x = 5
class Second(Hiding): __slots__ = ('x',)
second = Second()
second.x = 1
shown(lambda: First.x.__get__(second))
First.x.__set__(second, 2)
shown(lambda: (second.x, First.x.__get__(second), second.y))
taken = First.x
del First.x
class Third(First): __slots__ = ('x',)
third = Third()
third.x = 3
shown(lambda: taken.__get__(third))


# What the namespace of a class body is asked.
class Told(dict):
    def __setitem__(self, key, value):
        if key[:2] != '__': show('set', key)
        super().__setitem__(key, value)
    def __delitem__(self, key):
        show('delete', key)
        super().__delitem__(key)

class Teller(type):
    @classmethod
    def __prepare__(mcs, name, bases): return Told()
    def __new__(mcs, name, bases, space): return super().__new__(mcs, name, bases, dict(space))

class Body(metaclass=Teller):
    a = 1
    del a
    b: int = 2
    try: del never
    except NameError as e: show(str(e))

import json
shown(lambda: list(Body.__annotations__))
shown(lambda: b'abc'.hex('-', 2 ** 31))
shown(lambda: json.dumps({(1,): 2}, skipkeys=True, indent=1))
shown(lambda: json.dumps({(1,): 2, 'a': 1, (2,): 3, 'b': 4}, skipkeys=True, indent=1))


# What a class of the library may be derived from leaves room for slots that only one of the bases may have.
from typing import Generic, Protocol, SupportsInt, TypeVar
from collections import UserDict
T = TypeVar('T')
class Compact(Generic[T]):
    __slots__ = ('held', '__weakref__')
class Sized(Protocol):
    __slots__ = ('held', '__weakref__')
def with_dict():
    class Twice(UserDict): __slots__ = ('__dict__',)
for kind in (Compact, Sized):
    shown(lambda: kind.__slots__)
    shown(lambda: kind().__dict__)
shown(lambda: [c.__slots__ for c in (Generic, Protocol, SupportsInt)])
shown(with_dict)


for kinds in (int | list[int], list[int] | int, (int, list[int]), int | None):
    shown(lambda: isinstance(1, kinds))
    shown(lambda: isinstance('', kinds))
    shown(lambda: issubclass(int, kinds))


from collections import OrderedDict, deque
class Agreeing(deque):
    def __eq__(self, other): return True
class Same(OrderedDict):
    def __eq__(self, other): return True
one, two = OrderedDict([(1, 1), (2, 2)]), OrderedDict([(2, 2), (1, 1)])
show(one == two, one != two, one != dict(two), one != OrderedDict(one), one != 5)
show(Agreeing([1]) != deque([2]), deque([1]) != deque([1]), deque([1]) != [1], Same(a=1) != Same(b=1))
class Multiplier(deque): __rmul__ = lambda self, other: 'mmm'
class Adder(deque): __radd__ = lambda self, other: 'aaa'
many = deque([1])
shown(lambda: (many * Multiplier([2]), many + Adder([2]), many * 2, deque([1]) + deque([2])))
many *= Multiplier([2])
show(many)
shown(lambda: deque([1]) * deque([2]))
