# Descriptors of any class, special methods given to a class later, and small differences beside them.

import pvm_host


def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())
def shown(f):
    try: show(f())
    except Exception as e: show(type(e).__name__, str(e))

class Text(str):
    def __get__(self, instance, owner=None):
        return 'got', str(self), instance is None, owner.__name__

class Table(dict):
    def __get__(self, instance, owner=None):
        return 'table of', owner.__name__
    def __set__(self, instance, value):
        self['set'] = value
    def __delete__(self, instance):
        self['set'] = 'deleted'

class Meta(type):
    def __get__(cls, instance, owner=None):
        return 'class ' + cls.__name__ + ' got'

class Within(metaclass=Meta):
    pass

table = Table()

class Has:
    text = Text('t')
    table = table
    within = Within
    number = 5

h = Has()
show(h.text, Has.text, h.table, Has.table, h.within, Has.within, h.number)
h.table = 3
show(dict.__repr__(table), h.__dict__)
del h.table
show(dict.__repr__(table))
h.text = 'own'
show(h.text, Has.text)

# Special methods that come after the class.

class Plain:
    def __init__(self, n):
        self.n = n

before = Plain(1)

def counted(cls):
    inner = cls.__init__
    def __init__(self, *args):
        self.made = 'wrapped'
        inner(self, *args)
    cls.__init__ = __init__
    return cls

@counted
class Wrapped:
    def __init__(self, n):
        self.n = n

show(Wrapped(3).__dict__)

class Bare:
    pass

shown(lambda: Bare(1))
Bare.__init__ = lambda self, n: setattr(self, 'n', n)
show(Bare(1).n)
Bare.__getattr__ = lambda self, name: 'no ' + name
show(Bare(2).x, Bare(2).n)
Bare.__setattr__ = lambda self, name, value: object.__setattr__(self, name, (name, value))
b = Bare(4)
show(b.n)
Bare.__delattr__ = lambda self, name: show('kept', name)
del b.n
Bare.__new__ = lambda cls, *args: object.__new__(cls)
show(Bare(5).n)
Bare.__getattribute__ = lambda self, name: 'every ' + name
show(Bare(6).n)
del Bare.__getattribute__
show(Bare(7).n)
del Bare.__setattr__
show(Bare(8).n)
del Bare.__getattr__
shown(lambda: Bare(9).x)
del Bare.__init__
shown(lambda: Bare().n)
Plain.__init__ = lambda self: setattr(self, 'n', 'other')
show(Plain().n, before.n)

class Derived(Plain):
    pass

Plain.__init__ = lambda self: setattr(self, 'n', 'after')
show(Derived().n)

# A class method around what has __get__.

class Named:
    @classmethod
    @property
    def name(cls):
        return 'name of ' + cls.__name__
    by_text = classmethod(Text('x'))

class Other(Named):
    pass

show(Named.name, Other.name, Other().name)
show(Named.by_text)

# The only ones of their classes.
show(type(None)(), type(...)(), type(NotImplemented)())
shown(lambda: type(None)(1))
shown(lambda: type(...)(1))
shown(lambda: type('C', (), {'__classcell__': 3}))

# Equal ranges have equal hashes.
show(hash(range(0)) == hash(range(5, 5)), len({range(0), range(3, 3), range(9, 2), range(4, 5, 2), range(4, 5, 9)}))

# Bound methods are told apart by identity.
lists = [[] for i in range(50)]
methods = {one.append for one in lists}
show(len(methods), all(one.append in methods for one in lists), [].append in methods)
show(len({(5).__add__, (5).__add__, (6).__add__}))

class Endless:
    def __iter__(self):
        n = 0
        while True:
            yield n
            n += 1

show({3: 0}.keys().isdisjoint(Endless()))

# Bytes, numbers, texts.
b = bytearray(b'abcdef')
b[::2] = b''
show(b)
shown(lambda: str.maketrans({(1, 2): 3}))
shown(lambda: str.maketrans({None: 3}))
shown(lambda: int(bytearray(b'x'), 10))
shown(lambda: int(bytearray(b'x')))
shown(lambda: int('x' * 300))
shown(lambda: int('\xe9' * 300))

class AsBytes:
    def __bytes__(self):
        return b'\x01\x02'

show(int.from_bytes(AsBytes(), 'big'))
show(bin(2 ** 70 + 5), oct(-2 ** 65 - 9), hex(2 ** 64), f'{2 ** 100:b}', f'{-2 ** 67 - 1:o}', hex(2 ** 127 - 1))
for base in (2, 4, 8, 16, 32):
    show(int('1' + '0' * 70, base) == base ** 70)
show(pow(3, 2 ** 300, 2 ** 63 - 25), pow(3, 2 ** 300, 2 ** 64 - 59), pow(-3, 2 ** 300 + 1, -(2 ** 63 - 25)), pow(3, -5, 2 ** 64 - 59))
shown(lambda: pow(6, -1, 2 ** 63 - 2))

from dataclasses import dataclass, field, fields

@dataclass
class Point:
    x: int = field(default=1, metadata={'unit': 'm'})

shown(lambda: fields(Point)[0].metadata['unit'])
def change():
    fields(Point)[0].metadata['unit'] = 'km'
shown(change)

# What a class method stands around may be any object that is called.
class Adder:
    def __init__(self, n):
        self.n = n
    def __call__(self, cls, v):
        return cls.__name__, v + self.n

class Adds:
    add = classmethod(Adder(3))

show(Adds.add(2), Adds().add(4))

# A class body's global beside its methods' nonlocal.
def outer():
    x = 1
    class A:
        global x
        x = 5
        def g(self): return x
        class B:
            y = x
            def g(self): return x
    return x, A().g(), A.B.y, A.B().g()

show(outer(), x)

# A descriptor that says what setting does and not what getting does: the object's own comes first.
class Positive:
    def __set_name__(self, owner, name):
        self.name = name
    def __set__(self, instance, value):
        if value <= 0:
            raise ValueError(self.name + ' is not positive')
        instance.__dict__[self.name] = value

class Order:
    amount = Positive()

o = Order()
show(type(o.amount).__name__)
o.amount = 3
show(o.amount, o.__dict__, type(Order.amount).__name__)
def lower():
    o.amount = -1
shown(lower)

class MetaPositive(type):
    limit = Positive()

class Limited(metaclass=MetaPositive):
    limit = 7

show(Limited.limit)

# A class body's own __class__ beside the one of its methods.
class Base:
    def who(self): return __class__.__name__

class Own(Base):
    __class__ = 5
    def who(self): return super().who(), __class__.__name__
    def sees(self):
        class Inner:
            found = __class__.__name__
            def who(self): return __class__.__name__
            def up(self): return super().__repr__()[:1]
        return Inner.found, Inner().who(), Inner().up()

show(Own.__dict__['__class__'], Own().who(), Own().sees())
