"""list: every method, and its errors."""
import pvm_host


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
        a = [3, 1, 2]
        a.append(4)
        a.extend([5, 6])
        a.extend('xy')
        a.insert(0, 'first')
        a.insert(-1, 'nearly')
        a.insert(100, 'last')
        a.insert(-100, 'zeroth')
        out(a)
        out(len(a))
        out(a.index(1))
        out(a.index('x', 3))
        out(a.count(1))
        out(a.pop())
        out(a.pop(0))
        out(a.pop(-2))
        out(a)
        a.remove('first')
        a.reverse()
        out(a)
        out(a.copy() == a)
        out(a.copy() is a)
        b = [5, 3, 9, 1]
        out(b.sort())
        out(b)
        out(b.sort(reverse=True))
        out(b)
        out(b.sort(key=lambda v: -v))
        out(b)
        out(b.append(7))
        out(b.clear())
        out(b)
        tried(lambda: [].pop())
        tried(lambda: [1].pop(5))
        tried(lambda: [1].pop('a'))
        tried(lambda: [1].remove(2))
        tried(lambda: [1].index(2))
        tried(lambda: [1, 2, 1].index(2, 2))
        tried(lambda: [1].append())
        tried(lambda: [1].append(1, 2))
        tried(lambda: [1].insert(0))
        tried(lambda: [1].extend(5))
        tried(lambda: ['a', 1].sort())
        tried(lambda: [1].sort(lambda v: v))
        tried(lambda: [1].foo())
        tried(lambda: [1].count())
        nested = [[0] * 3] * 2
        nested[0][0] = 7
        out(nested)
        out([[0] * 2 for _ in range(2)])
