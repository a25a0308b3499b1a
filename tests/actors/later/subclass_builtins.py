"""Subclasses of int, str, list, dict, tuple, Exception with methods of their own."""
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


class Money(int):
    def __repr__(self):
        return f'Money({int(self)})'

    def __add__(self, o):
        return Money(int(self) + o)


class Name(str):
    def shout(self):
        return self.upper() + '!'


class Pair(tuple):
    @property
    def first(self):
        return self[0]


class Default(dict):
    def __missing__(self, k):
        self[k] = []
        return self[k]


class Limited(list):
    def append(self, v):
        if len(self) >= 2:
            raise OverflowError('full')
        super().append(v)


@actor
class Program:
    def go(self, payload):
        m = Money(5)
        out(m)
        out(m + 3)
        out(m * 2)
        out(m == 5)
        out({m: 1}[5])
        out(isinstance(m, int))
        out(Name('ada').shout())
        out(Name('a') + 'b')
        out(type(Name('a') + 'b').__name__)
        out(Name('x') == 'x')
        out(Pair((1, 2)).first)
        out(Pair([3]) + (4,))
        out(len(Name('abc')))
        out(f'{m}')
        out('%d' % m)
        out([10, 20, 30, 40, 50, 60][m])
        d = Default()
        d['a'].append(1)
        out(d)
        out(d == {'a': [1]})
        l = Limited()
        l.append(1)
        l.append(2)
        tried(lambda: l.append(3))
        out(l)
        out(l + [4])
        out(type(l + [4]).__name__)
        out(sorted(Limited('ba')))
