"""tuple: literals, methods, operators, packing."""
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
        t = 1, 2, 3
        out(t)
        out((1,))
        out(())
        out(tuple([1]))
        out(tuple('ab'))
        out(tuple(range(3)))
        out(t[0])
        out(t[-1])
        out(t[1:])
        out(t[::-1])
        out(t + (4,))
        out(t * 2)
        out(2 * (0,))
        out(len(t))
        out(2 in t)
        out(t.index(2))
        out(t.count(1))
        out((1, 2) < (1, 3))
        out((1,) < (1, 0))
        out((1, 2) == (1, 2))
        out((1, 2) == [1, 2])
        out(() < (0,))
        out((1, (2, 3)) == (1, (2, 3)))
        out(hash((1, 'a')) == hash((1, 'a')))
        out(max((1, 2), (1, 3), (0, 9)))
        a, b = b, a = 1, 2
        out(a)
        out(b)
        out((a, b) == (b, a))
        out(bool(()))
        out(bool((0,)))
        out(((), ((),), 'x'))
        out((1, 'a', None, b'x', True))
        tried(lambda: t[5])
        tried(lambda: t.index(9))
        tried(lambda: t + [1])
        tried(lambda: t.append(1))
        tried(lambda: (1,) < ('a',))
        tried(lambda: hash(([],)))
        tried(lambda: tuple(5))
        tried(lambda: t['a'])
        try:
            t[0] = 1
        except TypeError as e:
            out(str(e))
        try:
            del t[0]
        except TypeError as e:
            out(str(e))
        u = ([],)
        try:
            u[0] += [1]
        except TypeError as e:
            out(str(e))
            out(u)
