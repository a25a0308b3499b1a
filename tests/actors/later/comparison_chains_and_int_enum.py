"""functools.cmp_to_key sorts, heapq-like merges and bisecting by hand over records."""
import pvm_host
from cowboy_sdk import actor
from functools import cmp_to_key
from operator import attrgetter, itemgetter


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Rec:
    def __init__(self, k, v):
        self.k, self.v = k, v

    def __repr__(self):
        return f'{self.k}{self.v}'


def merge(a, b, key):
    a, b, out = list(a), list(b), []
    while a and b:
        out.append((a if key(a[0]) <= key(b[0]) else b).pop(0))
    return out + a + b


@actor
class Program:
    def go(self, payload):
        rs = [Rec(c, i % 3) for i, c in enumerate('zebracat')]
        out(sorted(rs, key=attrgetter('k')))
        out(sorted(rs, key=attrgetter('v', 'k')))
        out(sorted(rs, key=cmp_to_key(lambda a, b: (a.v > b.v) - (a.v < b.v))))
        out(merge(sorted([5, 1, 3]), sorted([2, 4]), lambda v: v))
        out(sorted({'b': 1, 'a': 1, 'c': 0}.items(), key=itemgetter(1, 0)))
