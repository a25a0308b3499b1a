"""range: indexing, slicing, membership, comparison, negative steps."""
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
        for r in (range(0), range(5), range(2, 10, 3), range(10, 0, -3), range(0, -5), range(-3, 3), range(10**20, 10**20 + 3)):
            out(r)
            out(list(r))
            out(len(r))
            out(bool(r))
            out(r[:2])
            out(r[::-1])
            out(list(reversed(r)))
            out(r.start)
            out(r.stop)
            out(r.step)
        out(4 in range(0, 10, 2))
        out(5 in range(0, 10, 2))
        out('a' in range(3))
        out(range(10)[3])
        out(range(10)[-1])
        out(range(0, 20, 4)[1:4])
        out(range(5) == range(0, 5, 1))
        out(range(0) == range(2, 2))
        out(range(0, 3, 2) == range(0, 4, 2))
        out(range(10).index(4))
        out(range(10).count(4))
        out(range(10).count(40))
        out(sum(range(101)))
        out(max(range(5)))
        out(list(range(True, 4)))
        out(hash(range(3)) == hash(range(3)))
        out(list(range(5, 2)))
        out([*range(3)])
        out(tuple(range(3, 0, -1)))
        tried(lambda: range())
        tried(lambda: range('a'))
        tried(lambda: range(1, 2, 0))
        tried(lambda: range(5)[7])
        tried(lambda: range(5).index(9))
        tried(lambda: range(None))
        tried(lambda: range(1, 2, 3, 4))
        tried(lambda: range(5)['a'])
