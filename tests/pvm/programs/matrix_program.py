# Matrix program: what this prints, CPython prints.
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


class M:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    def __matmul__(self, o): return M([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __eq__(self, o): return self.rows == o.rows
    def __repr__(self): return f"M({self.rows})"
    def __pow__(self, n):
        out = M([[int(i == j) for j in range(len(self.rows))] for i in range(len(self.rows))])
        base = self
        while n:
            if n & 1: out = out @ base
            base = base @ base
            n >>= 1
        return out
m = M([[1, 1], [1, 0]])
p(m @ m, m ** 50, m ** 0 == M([[1, 0], [0, 1]]))
err(lambda: m @ 5)
