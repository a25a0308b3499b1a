"""str.format: positions, names, attributes, items, nested specs, mistakes."""
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


class Point:
    def __init__(self, x):
        self.x = x


@actor
class Program:
    def go(self, payload):
        out('{} {}'.format(1, 'a'))
        out('{1} {0} {1}'.format('a', 'b'))
        out('{a} {b}'.format(a=1, b=2))
        out('{0} {k}'.format(9, k=8))
        out('{{}}'.format())
        out('{}'.format(None))
        out('{0.x}'.format(Point(3)))
        out('{0[1]} {1[k]}'.format([5, 6], {'k': 7}))
        out('{p.x} {d[a]}'.format(p=Point(1), d={'a': 2}))
        out('{:>5}|{:<5}|{:^5}'.format(1, 'a', 'b'))
        out('{:{}}|'.format('x', 4))
        out('{:{w}.{p}}|'.format('abcdef', w=6, p=3))
        out('{!r} {!s}'.format('a', 'b'))
        out('{0!r:>5}'.format('a'))
        out('{:,} {:x} {:#b} {:08d} {:+d}'.format(1234567, 255, 5, -42, 7))
        out('{a[0]}{a[1]}'.format(a='xy'))
        out(format(255, 'x'))
        out(format('a', '>3'))
        out(format(7))
        out(format('s', ''))
        out(format(1234, ','))
        out(format(True))
        out(format(True, ''))
        out('{}'.format_map({}) if False else '{a}'.format_map({'a': 5}))
        tried(lambda: '{}'.format())
        tried(lambda: '{1}'.format(0))
        tried(lambda: '{a}'.format())
        tried(lambda: '{} {0}'.format(1))
        tried(lambda: '{0} {}'.format(1))
        tried(lambda: '{'.format(1))
        tried(lambda: '}'.format(1))
        tried(lambda: '{0.y}'.format(Point(1)))
        tried(lambda: '{0[5]}'.format([1]))
        tried(lambda: '{0[k]}'.format({}))
        tried(lambda: '{:d}'.format('a'))
        tried(lambda: '{!x}'.format(1))
        tried(lambda: format(1, 'q'))
        tried(lambda: format('a', 5))
