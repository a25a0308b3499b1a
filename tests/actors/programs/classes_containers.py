"""Operator methods: a sequence and a mapping of one's own."""
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


class Ring:
    def __init__(self, *items):
        self.items = list(items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return ('slice', i.start, i.stop, i.step)
        if isinstance(i, tuple):
            return ('tuple',) + i
        return self.items[i % len(self.items)]

    def __setitem__(self, i, v):
        self.items[i % len(self.items)] = v

    def __delitem__(self, i):
        del self.items[i % len(self.items)]

    def __contains__(self, v):
        return v in self.items

    def __iter__(self):
        return iter(self.items)

    def __reversed__(self):
        return iter('backwards')


class Old:
    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * 10


class Missing(dict):
    def __missing__(self, key):
        return key + '?'


class Short:
    def __len__(self):
        return -1


class Odd:
    def __len__(self):
        return 'x'

    def __iter__(self):
        return 5

    def __contains__(self, v):
        return [v]

    def __bool__(self):
        return 'yes'

    def __index__(self):
        return 'i'


class Stack(list):
    def push(self, v):
        self.append(v)
        return self

    def peek(self):
        return self[-1]


@actor
class Program:
    def go(self, payload):
        r = Ring(1, 2, 3)
        out(len(r))
        out(r[0])
        out(r[4])
        out(r[-1])
        out(r[1:2])
        out(r[::3])
        out(r[1, 2])
        out(r[:, ...] if False else r[5, 'a'])
        out(2 in r)
        out(9 in r)
        out(list(r))
        out(list(reversed(r)))
        out([*r])
        out(sum(r))
        out(max(r))
        out(sorted(r))
        out(bool(r))
        out(bool(Ring()))
        r[4] = 'new'
        del r[0]
        r[0] += '!'
        out(r.items)
        out(list(Old()))
        out(20 in Old())
        out(99 in Old())
        out([x for x in Old()])
        out(list(zip(Old(), r)))
        a, b = r
        out(a)
        out(b)
        out(Missing(a=1)['a'])
        out(Missing()['b'])
        out(Missing().get('c'))
        out('x' in Missing())
        out(Stack().push(1).push(2).peek())
        out(Stack([1]) == [1])
        out(len(Stack('abc')))
        out(isinstance(Stack(), list))
        out(Missing(a=1))
        tried(lambda: len(Short()))
        tried(lambda: bool(Short()))
        tried(lambda: len(Odd()))
        tried(lambda: iter(Odd()))
        tried(lambda: bool(Odd()))
        tried(lambda: [1][Odd()])
        out(0 in Odd())
        tried(lambda: Old()[9])
        tried(lambda: Ring()[0])
