"""RecursionError can be caught, after which everything works again."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Endless:
    def __getattr__(self, name):
        return getattr(self, name + 'x')

    def __eq__(self, other):
        return self == other

    def __repr__(self):
        return repr(self)

    def __len__(self):
        return len(self)


def kind(thunk):
    try:
        thunk()
    except RecursionError as e:
        return type(e).__name__, isinstance(e, RuntimeError)
    return 'ended'


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def ping(n):
    return pong(n)


def pong(n):
    return ping(n)


def generate(n):
    yield n
    yield from generate(n + 1)


@actor
class Program:
    def go(self, payload):
        e = Endless()
        out(kind(lambda: ping(1)))
        out(kind(lambda: down(10**6)))
        out(kind(lambda: e.anything))
        out(kind(lambda: e == 1))
        out(kind(lambda: repr(e)))
        out(kind(lambda: len(e)))
        out(kind(lambda: list(generate(0))))
        out(down(50))
        out(kind(lambda: down(50)))
        out(kind(lambda: (lambda f: f(f))(lambda f: f(f))))
        def in_handler():
            try:
                return ping(0)
            except RecursionError:
                return down(20)
        out(in_handler())
