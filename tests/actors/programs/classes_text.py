"""__repr__, __str__, __format__, __bytes__ and what containers, print and f-strings use."""
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


class R:
    def __repr__(self):
        return 'R()'


class S(R):
    def __str__(self):
        return 'as text'


class Bad:
    def __repr__(self):
        return 5


class BadStr:
    def __str__(self):
        return None


class Raises:
    def __repr__(self):
        raise ValueError('no repr')


class WithBytes:
    def __bytes__(self):
        return b'raw'


class Node:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __repr__(self):
        return f'Node({", ".join(map(repr, (self.value,) + self.children))})'


@actor
class Program:
    def go(self, payload):
        out(str(R()))
        out(repr(R()))
        out(str(S()))
        out(repr(S()))
        out([R(), S()])
        out({'k': S()})
        out((S(),))
        out(f'{S()} {S()!r}')
        out('%s %r' % (S(), S()))
        out('{} {!r}'.format(S(), S()))
        out('x' + str(S()))
        out(bytes(WithBytes()))
        out(Node(1, Node('a'), Node(None, Node(b'x'))))
        out({S().__repr__(): [Node(2)]})
        tried(lambda: repr(Bad()))
        tried(lambda: str(Bad()))
        tried(lambda: str(BadStr()))
        tried(lambda: repr([Raises()]))
        tried(lambda: f'{Raises()!r}')
        tried(lambda: '%d' % S())
        tried(lambda: format(S(), '5'))
        out(type(5))
        out(type('a'))
        out(type(None))
        out(type([]))
        out(int)
        out(ValueError)
        out(type(int))
        out([str, bytes])
        out(type(R()).__name__)
        out(type(lambda: 0).__name__)
        out(type(len).__name__)
        out(type(R().__repr__).__name__)
        out(type(range(1)).__name__)
        out(type(iter([])).__name__)
        out(type(x for x in []).__name__)
        out(type(NotImplemented).__name__)
        out(type(...).__name__)
        out(repr(...))
        out(repr(NotImplemented))
