"""match: sequences, mappings, classes, nested captures, stars."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Point:
    __match_args__ = ('x', 'y')

    def __init__(self, x, y):
        self.x, self.y = x, y


def seq(v):
    match v:
        case []:
            return 'empty'
        case [x]:
            return ('one', x)
        case [1, *rest]:
            return ('from one', rest)
        case (a, [b, c]):
            return ('nested', a, b, c)
        case [first, *_, last]:
            return (first, last)
    return 'no sequence'


def mapping(v):
    match v:
        case {'op': 'add', 'args': [a, b]}:
            return a + b
        case {'op': 'neg', 'arg': a, **rest}:
            return -a, rest
        case {}:
            return 'some mapping'
    return 'none'


def cls(v):
    match v:
        case Point(0, 0):
            return 'origin'
        case Point(x=0, y=y):
            return ('on y', y)
        case Point(x, y) if x == y:
            return ('diagonal', x)
        case Point():
            return 'point'
        case [Point(x=a), Point(x=b)]:
            return (a, b)
        case str() | bytes():
            return 'text'


@actor
class Program:
    def go(self, payload):
        for v in ([], [5], [1, 2, 3], (7, [8, 9]), (4, 5, 6), 'ab', {1}, range(3)):
            out(seq(v))
        out(mapping({'op': 'add', 'args': [1, 2]}))
        out(mapping({'op': 'neg', 'arg': 5, 'z': 1}))
        out(mapping({'x': 1}))
        out(mapping([]))
        out(cls(Point(0, 0)))
        out(cls(Point(0, 5)))
        out(cls(Point(3, 3)))
        out(cls(Point(1, 2)))
        out(cls([Point(1, 0), Point(2, 0)]))
        out(cls('a'))
        out(cls(5))
