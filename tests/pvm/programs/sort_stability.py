# Sort stability: what this prints, CPython prints.
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


rows = [("b", 2), ("a", 2), ("c", 1), ("a", 1), ("b", 1)]
p(sorted(rows, key=lambda r: r[0]), sorted(rows, key=lambda r: r[1], reverse=True), sorted(rows, key=lambda r: (-r[1], r[0])))
l = [5, 3, 9, 1, 7, 3, 5]; l.sort(); p(l); l.sort(key=lambda x: -x); p(l); p(sorted(range(100), key=lambda x: x % 10)[:15], sorted("The quick Brown".split(), key=str.lower), sorted([[3], [1, 2], [1]]), sorted([(1, [2]), (1, [1])]), sorted([True, False, 2, -1]))
err(lambda: sorted([1, "a"])); err(lambda: sorted([None, 1])); err(lambda: sorted([1, 2], key=5)); err(lambda: [3, 1].sort(key=lambda a, b: 0))
class K:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v > o.v
p([k.v for k in sorted([K(1), K(3), K(2)])], max([K(1), K(2)], key=lambda k: k.v).v)
