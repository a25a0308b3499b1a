"""functools: reduce, partial, wraps, lru_cache, cache, cmp_to_key, total_ordering."""
import functools
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


@functools.total_ordering
class Num:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v

    def __lt__(self, o):
        return self.v < o.v


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def wrap(f):
    @functools.wraps(f)
    def wrapper(*a):
        return f(*a)
    return wrapper


@wrap
def documented():
    """What it does."""


@actor
class Program:
    def go(self, payload):
        out(functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]))
        out(functools.reduce(lambda a, b: a + b, [], 'start'))
        out(functools.partial(int, base=2)('101'))
        out(functools.partial(max, 5)(3, 9))
        out(fib(80))
        out(fib.cache_info().hits > 0)
        out(Num(1) <= Num(1))
        out(Num(2) > Num(1))
        out(Num(1) >= Num(2))
        out(documented.__name__)
        out(documented.__doc__)
        out(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
        out(functools.partial(divmod, 17)(5))
        out(functools.partial(sorted, reverse=True)([1, 3, 2]))
        tried(lambda: functools.reduce(lambda a, b: a, []))
        @functools.cache
        def slow(n):
            calls.append(n)
            return n * 2
        calls = []
        out(slow(1))
        out(slow(1))
        out(slow(2))
        out(calls)
        slow.cache_clear()
        out(slow(1))
        out(calls)
