# Range slice: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


p(range(5), list(range(5)), list(range(2, 8, 3)), list(range(5, 0, -2)), len(range(0, 100, 7)), range(10)[3], range(10)[-1], range(10)[2:5], range(10)[::-1], 5 in range(10), 5 in range(0, 10, 2), range(3) == range(0, 3), range(0) == range(5, 5), list(reversed(range(4))), range(1, 10, 2).start, range(10).stop, range(10).step, range(5).index(3), range(5).count(9), bool(range(0)), range(1 << 70, (1 << 70) + 3)[1], list(range(1 << 62, (1 << 62) + 2)), sum(range(101)), max(range(5)), range(-3), hash(range(3)) == hash(range(3)))
err(lambda: range(10)[10]); err(range, "a"); err(range, 1, 2, 0); err(range); err(range, 1, 2, 3, 4); err(lambda: range(5).index(9))
s = slice(1, 10, 2); p(s, s.start, s.stop, s.step, s.indices(5), slice(None), list(range(20))[s], slice(5).indices(3), slice(None, None, -1).indices(4))
l = list(range(10))
for a in (None, -20, -3, 0, 4, 20):
    for b in (None, -20, -3, 0, 4, 20):
        for st in (None, 1, 2, -1, -3):
            p(l[a:b:st], "abcdefghij"[a:b:st], (1, 2, 3)[a:b:st], b"abcdefghij"[a:b:st])
# What is looked for in an iterator uses it up; in a range it does not.
for what in ("a", None, (), 9, 2):
    r, it = range(4), iter(range(4))
    p(what in r, what in it, list(it), list(r))
    it = iter(range(4))
    p(next(it), what in it, next(it, "end"), what in reversed(r), what in range(0), what in range(10, -1000, -7))
