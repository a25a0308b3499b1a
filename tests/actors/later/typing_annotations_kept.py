"""typing: NamedTuple, TypeVar, Generic, cast, annotations of a function."""
import pvm_host
from cowboy_sdk import actor
from typing import Generic, NamedTuple, TypeVar, cast


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


T = TypeVar('T')


class Pair(NamedTuple):
    a: int
    b: str = 'x'


class Box(Generic[T]):
    def __init__(self, v: T):
        self.v = v


@actor
class Program:
    def go(self, payload):
        out(Pair(1))
        out(Pair(1, 'z').b)
        out(Pair._fields)
        out(Box(5).v)
        out(cast(int, 'a'))
        def g(a: int) -> str:
            pass
        out(sorted(g.__annotations__))
