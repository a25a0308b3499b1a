"""Unpacking: stars on both sides, nesting, in loops, and the exact complaints."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    a, b, *c = 1, 2, 3, 4
    out(a)
    out(b)
    out(c)
    *a, b = [1]
    out(a)
    out(b)
    a, *b, c = 'xyz'
    (d, [e, *f]), g = (1, 'pqr'), 2
    out(a)
    out(b)
    out(c)
    out(d)
    out(e)
    out(f)
    out(g)
    [h, i] = {'k1': 1, 'k2': 2}
    x = y, z = 5, 6
    out(h)
    out(i)
    out(x)
    out(y)
    out(z)
    out([*range(3), *'ab'])
    out((*[1], 2))
    out({**{'a': 1}, 'b': 2})
    out([*{}, *()])
    out((*'a',))
    for k, (v, *w) in [(1, (2, 3, 4)), (5, (6,))]:
        out(k)
        out(v)
        out(w)
    d = {}
    d['a'], d['b'] = 1, 2
    l = [0, 0]
    l[0], l[1] = l[1] + 1, l[0] + 2
    i = 0
    i, l[i] = 1, 'set'
    out(d)
    out(l)
    def fail(n, value):
        try:
            if n == 1:
                a, b = value
            elif n == 2:
                a, b, c, = value
            elif n == 3:
                a, *b, c = value
            elif n == 4:
                (a, b), c = value
        except (ValueError, TypeError) as e:
            out(type(e).__name__)
            out(str(e))
    fail(1, [1])
    fail(1, [1, 2, 3])
    fail(1, 5)
    fail(1, '')
    fail(2, range(10))
    fail(2, (1, 2))
    fail(3, [1])
    fail(4, [5, 6])
    fail(1, None)
    fail(1, {})
