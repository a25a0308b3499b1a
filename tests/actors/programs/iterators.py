"""Iterators: the protocol by hand, iter with sentinel, exhaustion, zip, enumerate, map, filter."""
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


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Box:
    def __init__(self, *v):
        self.v = v

    def __iter__(self):
        yield from self.v


class Broken:
    def __iter__(self):
        return self

    def __next__(self):
        raise ValueError('broken next')


class NoNext:
    def __iter__(self):
        return self


@actor
class Program:
    def go(self, payload):
        out(list(Countdown(3)))
        out(sum(Countdown(4)))
        out(max(Countdown(2)))
        out([*Countdown(2)])
        out(2 in Countdown(3))
        out(tuple(Box(1, 2)))
        out(sorted(Box(3, 1)))
        out(dict(Box((1, 2))))
        out(''.join(Box('a', 'b')))
        a, b, c = Countdown(3)
        out(a)
        out(b)
        out(c)
        out(list(zip('abc', range(2))))
        out(list(zip()))
        out(list(zip([1])))
        out(list(zip('ab', 'cd', 'ef')))
        out(list(enumerate('ab')))
        out(list(enumerate('ab', start=5)))
        out(list(map(lambda a, b: a + b, [1, 2], [3, 4, 5])))
        out(list(map(str, range(3))))
        out(list(filter(None, [0, 1, '', 'a', []])))
        out(list(filter(lambda x: x > 1, [1, 2, 3])))
        it = iter([1, 2, 3])
        out(next(it))
        out(list(it))
        out(list(it))
        out(next(it, 'end'))
        out(iter(it) is it)
        values = iter([1, 2, 'stop', 4])
        out(list(iter(lambda: next(values), 'stop')))
        out(list(reversed([1, 2])))
        out(list(reversed('ab')))
        out(list(reversed(range(3))))
        out(list(reversed({'a': 1, 'b': 2})))
        out(list(reversed((1, 2))))
        grow = [1]
        for x in grow:
            if len(grow) < 5:
                grow.append(x + 1)
        out(grow)
        shrink = [1, 2, 3, 4]
        for x in shrink:
            shrink.remove(x)
        out(shrink)
        out(any([]))
        out(all([]))
        out(any([0, '']))
        out(all([1, 'a']))
        out(all(x > 0 for x in Countdown(3)))
        out(list(zip(it, it)))
        out(list(zip(*[iter('abcdef')] * 2)))
        out([list(z) for z in zip(*[(1, 2), (3, 4)])])
        tried(lambda: list(Broken()))
        tried(lambda: next(it))
        tried(lambda: list(NoNext()))
        tried(lambda: [x for x in NoNext()])
        tried(lambda: list(zip([1], 5)))
        tried(lambda: list(zip('ab', 'abc', strict=True)))
        tried(lambda: list(map(lambda: 0, [1])))
        tried(lambda: next(Box(1)))
        m = map(lambda x: 1 // x, [1, 0, 2])
        out(next(m))
        tried(lambda: next(m))
        out(next(m))
