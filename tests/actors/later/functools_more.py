"""functools: singledispatch, cached_property, partialmethod, lru_cache bounds."""
import functools
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Lazy:
    made = 0

    @functools.cached_property
    def value(self):
        Lazy.made += 1
        return 'made'

    def power(self, base, exponent):
        return base ** exponent
    square = functools.partialmethod(power, exponent=2)


@functools.singledispatch
def describe(v):
    return 'thing'


@describe.register
def _(v: int):
    return 'int'


@describe.register(list)
def _(v):
    return 'list'


@functools.lru_cache(maxsize=2)
def bounded(n):
    return [n]


@actor
class Program:
    def go(self, payload):
        l = Lazy()
        out(l.value)
        out(l.value)
        out(Lazy.made)
        out(l.square(5))
        out(describe(1))
        out(describe([]))
        out(describe('a'))
        out(describe(True))
        a = bounded(1)
        out(a is bounded(1))
        out(bounded(2))
        out(bounded(3))
        out(a is bounded(1))
        out(tuple(bounded.cache_info()))
