"""collections.namedtuple: fields, defaults, _replace, _asdict, errors."""
import pvm_host
from collections import namedtuple
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


Point = namedtuple('Point', 'x y')
Named = namedtuple('Named', ['a', 'b', 'c'], defaults=[8, 9])


@actor
class Program:
    def go(self, payload):
        p = Point(1, y=2)
        out(p)
        out(p.x)
        out(p[1])
        out(p == (1, 2))
        out(p._replace(x=5))
        out(p._asdict())
        out(Point._fields)
        out(Point._make([3, 4]))
        out(Named(1))
        out(Named(1, c=2))
        out(tuple(p))
        out(len(p))
        out(hash(p) == hash((1, 2)))
        out(isinstance(p, tuple))
        out([*p])
        out(p + (3,))
        out(sorted([Point(2, 1), Point(1, 5)]))
        a, b = p
        out(a)
        out(b)
        out(Named._field_defaults)
        out(max(Point(1, 2), Point(1, 3)))
        out(f'{p}')
        out('%s-%s' % p)
        tried(lambda: Point(1))
        tried(lambda: Point(1, 2, 3))
        tried(lambda: p.z)
        tried(lambda: p._replace(q=1))
        tried(lambda: namedtuple('Bad', 'x x'))
        tried(lambda: namedtuple('Bad', 'class'))
        tried(lambda: setattr(p, 'x', 5))
