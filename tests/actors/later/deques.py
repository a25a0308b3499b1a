"""collections.deque: both ends, rotation, bounded length."""
import pvm_host
from collections import deque


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
        d = deque([1, 2, 3])
        d.append(4)
        d.appendleft(0)
        out(d, d.pop(), d.popleft(), d, d[0], d[-1], len(d), list(reversed(d)), 2 in d, d.count(2), d.index(3), d == deque([1, 2, 3]), bool(deque()))
        d.rotate(1)
        out(d)
        d.rotate(-2)
        d.extend('ab')
        d.extendleft('xy')
        d.insert(1, 'i')
        d.remove('a')
        d[0] = 'changed'
        del d[1]
        out(d, deque('abcd', maxlen=2), deque(maxlen=3).maxlen, d.copy() == d, deque([1]) + deque([2]), deque([1]) * 2)
        d.reverse()
        out(d)
        b = deque(maxlen=2)
        for i in range(5):
            b.append(i)
        out(b, b.maxlen)
        d.clear()
        out(d)
        tried(lambda: d.pop())
        tried(lambda: d.popleft())
        tried(lambda: d[0])
        tried(lambda: d.remove(5))
        tried(lambda: b.insert(0, 1))
        tried(lambda: deque(5))
