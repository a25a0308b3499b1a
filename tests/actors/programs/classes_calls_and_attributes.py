"""Operator methods: __call__, __getattr__, __setattr__, __delattr__, descriptors."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Proxy:
    def __init__(self):
        self.__dict__['data'] = {'a': 1}
        self.__dict__['log'] = []

    def __getattr__(self, name):
        if name in self.data:
            return self.data[name]
        raise AttributeError('no ' + name)

    def __setattr__(self, name, value):
        self.log.append('set ' + name)
        self.data[name] = value

    def __delattr__(self, name):
        self.log.append('del ' + name)
        del self.data[name]

    def __call__(self, *args, **kw):
        return args, kw


class Positive:
    def __set_name__(self, owner, name):
        self.name = '_' + name

    def __get__(self, obj, owner):
        return self if obj is None else getattr(obj, self.name, 0)

    def __set__(self, obj, value):
        if value <= 0:
            raise ValueError(self.name + ' must be positive')
        setattr(obj, self.name, value)


class Order:
    amount = Positive()
    price = Positive()

    def __init__(self, amount, price):
        self.amount, self.price = amount, price


class Everything:
    def __getattribute__(self, name):
        return 'got ' + name


class Slots:
    __slots__ = ('x', 'y')


class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, v):
        return self.n + v


@actor
class Program:
    def go(self, payload):
        p = Proxy()
        p.b = 2
        p.b += 5
        del p.a
        out(p.b)
        out(p.data)
        out(p.log)
        out(p(1, x=2))
        out(hasattr(p, 'b'))
        out(hasattr(p, 'zz'))
        out(getattr(p, 'zz', 'd'))
        out(callable(p))
        out(list(map(Adder(5), [1, 2])))
        tried(lambda: p.zz)
        tried(lambda: p.a)
        o = Order(2, 3)
        out(o.amount * o.price)
        out(type(Order.amount).__name__)
        out(Everything().anything)
        out(sorted(o.__dict__))
        o.amount = 9
        out(o.amount)
        tried(lambda: Order(0, 1))
        tried(lambda: setattr(o, 'price', -1))
        s = Slots()
        s.x = 1
        out(s.x)
        tried(lambda: s.y)
        try:
            s.z = 1
        except AttributeError as e:
            out(str(e))
