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
        out(d)
        out(d.pop())
        out(d.popleft())
        out(d)
        out(d[0])
        out(d[-1])
        out(len(d))
        out(list(reversed(d)))
        out(2 in d)
        out(d.count(2))
        out(d.index(3))
        out(d == deque([1, 2, 3]))
        out(bool(deque()))
        d.rotate(1)
        out(d)
        d.rotate(-2)
        d.extend('ab')
        d.extendleft('xy')
        d.insert(1, 'i')
        d.remove('a')
        d[0] = 'changed'
        del d[1]
        out(d)
        out(deque('abcd', maxlen=2))
        out(deque(maxlen=3).maxlen)
        out(d.copy() == d)
        out(deque([1]) + deque([2]))
        out(deque([1]) * 2)
        d.reverse()
        out(d)
        b = deque(maxlen=2)
        for i in range(5):
            b.append(i)
        out(b)
        out(b.maxlen)
        d.clear()
        out(d)
        tried(lambda: d.pop())
        tried(lambda: d.popleft())
        tried(lambda: d[0])
        tried(lambda: d.remove(5))
        tried(lambda: b.insert(0, 1))
        tried(lambda: deque(5))
