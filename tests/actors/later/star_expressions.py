"""Stars in subscripts, returns, and index tuples; parenthesised context managers; decorators of any expression."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class G:
    def __getitem__(self, k):
        return k


def r(*a):
    return *a, 'end'


def y():
    got = yield 1, *[2, 3]
    return got


@actor
class Program:
    def go(self, payload):
        out(G()[1, *[2, 3]])
        out(G()[*'ab'])
        out(G()[1:2, ::3, ...])
        out(r(1, 2))
        out(list(y()))
        for x in 1, *[2, 3]:
            out(x)
