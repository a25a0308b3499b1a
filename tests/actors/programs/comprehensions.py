"""Comprehensions: nesting, conditions, scope of names, evaluation order."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    out([i for i in range(5)])
    out([i * j for i in range(3) for j in range(i)])
    out([[j for j in range(i)] for i in range(4)])
    out({i: i * i for i in range(4)})
    out(sorted({i % 3 for i in range(9)}))
    out(list(i for i in 'abc'))
    out([i for i in range(20) if i % 2 if i % 3])
    out([(i, j) for i in range(3) if i for j in 'ab' if j != 'b' or i == 2])
    out([a + b for a, b in [(1, 2), (3, 4)]])
    out([x for (x, *_) in ([1, 2, 3], 'ab')])
    i = 'outer'
    out([i for i in range(3)])
    out(i)
    out([i for _ in range(2)])
    out([[i for i in range(2)] for i in range(2)])
    out(i)
    fs = [lambda: n for n in range(3)]
    out([f() for f in fs])
    out([f() for f in [lambda n=n: n for n in range(3)]])
    log = []
    def note(v):
        log.append(v)
        return v
    out({note(k): note(v) for k, v in [(1, 2), (3, 4)]})
    out(log)
    matrix = [[1, 2, 3], [4, 5, 6]]
    out([[row[c] for row in matrix] for c in range(3)])
    out([x for row in matrix for x in row])
    out(sum(x * x for row in matrix for x in row))
    out(any(x > 5 for row in matrix for x in row))
    out(dict((k, v) for v, k in enumerate('ab')))
    out([y for x in range(5) if (y := x * x) > 3])
    out(y)
    out([(lambda: x)() for x in range(2)])
    out(['yes' if x else 'no' for x in (0, 1)])
    out([x for x in [1, 2, 3] if not x == 2])
    tried(lambda: [undefined for _ in range(1)])
    tried(lambda: [x for x in 5])
    tried(lambda: [a for a, b in [(1,)]])
