# Comprehensions: what this prints, CPython prints.
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


p([x for x in range(5)], [x * y for x in range(3) for y in range(3) if x != y], {x: x * x for x in range(3)}, sorted({x % 3 for x in range(10)}), [[y for y in range(x)] for x in range(3)], [(a, b) for a, b in [(1, 2), (3, 4)]], [a for a, *b in [(1, 2, 3)]], {k: v for k, v in {"a": 1}.items() if v}, [x if x > 1 else -x for x in range(3)], [f"{x}" for x in "ab"], [lambda: x for x in range(2)][0](), [i for i in (j for j in range(3))], [x for x in [y for y in range(3)] if x])
x = 10
p([x for x in range(3)], x, [x + y for y in range(2)])
def scope():
    z = 5
    return [z + i for i in range(3)], {i: z for i in range(1)}, list(z for _ in range(1))
p(scope())
class C:
    vals = [1, 2]
    out = [v + 1 for v in vals]
p(C.out)
p([w := 5, w + 1], [last := i for i in range(3)], last, any((hit := n) > 1 for n in [1, 2, 3]), hit)
def walrus():
    if (n := 5) > 3: pass
    while (n := n - 1) > 2: pass
    return n, [y for q in range(3) if (y := q * 2)], y
p(walrus())
m = [[1, 2, 3], [4, 5, 6]]
p([[r[i] for r in m] for i in range(3)], [v for r in m for v in r], sum(v for r in m for v in r), list(zip(*m)))
