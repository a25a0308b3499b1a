"""collections.OrderedDict: order, move_to_end, equality."""
import pvm_host
from collections import OrderedDict


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Program:
    def go(self, payload):
        d = OrderedDict([('a', 1), ('b', 2)])
        d['c'] = 3
        d.move_to_end('a')
        out(d)
        out(list(d))
        out(d.popitem())
        out(d.popitem(last=False))
        out(d)
        out(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1))
        out(OrderedDict(a=1, b=2) == {'b': 2, 'a': 1})
        out(list(reversed(OrderedDict(a=1, b=2))))
        out(OrderedDict(x=1) | {'y': 2})
        out(isinstance(d, dict))
        out(len(d))
        out(dict(d))
        d.move_to_end('c', last=False) if 'c' in d else None
        tried(lambda: d.move_to_end('zz'))
        tried(lambda: OrderedDict().popitem())
