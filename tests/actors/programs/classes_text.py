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
        out(str(R()), repr(R()), str(S()), repr(S()), [R(), S()], {'k': S()}, (S(),), f'{S()} {S()!r}', '%s %r' % (S(), S()), '{} {!r}'.format(S(), S()), 'x' + str(S()), bytes(WithBytes()))
        out(Node(1, Node('a'), Node(None, Node(b'x'))), {S().__repr__(): [Node(2)]})
        tried(lambda: repr(Bad()))
        tried(lambda: str(Bad()))
        tried(lambda: str(BadStr()))
        tried(lambda: repr([Raises()]))
        tried(lambda: f'{Raises()!r}')
        tried(lambda: '%d' % S())
        tried(lambda: format(S(), '5'))
        out(type(5), type('a'), type(None), type([]), int, ValueError, type(int), [str, bytes])
        out(type(R()).__name__, type(lambda: 0).__name__, type(len).__name__, type(R().__repr__).__name__, type(range(1)).__name__, type(iter([])).__name__, type(x for x in []).__name__, type(NotImplemented).__name__, type(...).__name__, repr(...), repr(NotImplemented))
