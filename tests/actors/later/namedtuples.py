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
        out(p, p.x, p[1], p == (1, 2), p._replace(x=5), p._asdict(), Point._fields, Point._make([3, 4]), Named(1), Named(1, c=2), tuple(p), len(p), hash(p) == hash((1, 2)), isinstance(p, tuple), [*p], p + (3,), sorted([Point(2, 1), Point(1, 5)]))
        a, b = p
        out(a, b, Named._field_defaults, max(Point(1, 2), Point(1, 3)), f'{p}', '%s-%s' % p)
        tried(lambda: Point(1))
        tried(lambda: Point(1, 2, 3))
        tried(lambda: p.z)
        tried(lambda: p._replace(q=1))
        tried(lambda: namedtuple('Bad', 'x x'))
        tried(lambda: namedtuple('Bad', 'class'))
        tried(lambda: setattr(p, 'x', 5))
