"""frozenset: hashable, operators with set, no change in place."""
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
    f = frozenset([1, 2, 2])
    out(f == {1, 2})
    out(frozenset())
    out(sorted(f | {3}))
    out(type(f | {3}).__name__)
    out(type({3} | f).__name__)
    out(sorted(f & {1}))
    out(sorted(f - {1}))
    out(sorted(f ^ {1, 5}))
    out({f: 1}[frozenset((2, 1))])
    out(len(f))
    out(1 in f)
    out(frozenset([5]))
    out(frozenset('a'))
    out(f.union({7}) > f)
    out(f.copy() == f)
    out(f.isdisjoint([4]))
    out(hash(f) == hash(frozenset([2, 1])))
    out({frozenset([1]), frozenset([1])} == {frozenset([1])})
    tried(lambda: f.add(1))
    tried(lambda: frozenset([[]]))
    tried(lambda: f[0])
    g = f
    g |= {9}
    out(sorted(g))
    out(sorted(f))
