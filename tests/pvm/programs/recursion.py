# Recursion: what this prints, CPython prints.
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


def f(n): return 0 if n == 0 else 1 + f(n - 1)
p(f(150))
def forever(n): return forever(n + 1)
try: forever(0)
except RecursionError as e: p("RecursionError caught", type(e).__name__)
class R:
    def __eq__(self, o): return self == o
    def __repr__(self): return repr(self)
    def __getattr__(self, n): return self.other
    def __hash__(self): return hash(self)
    def __add__(self, o): return self + o
    def __iter__(self): return iter(self)
for g in (lambda: R() == R(), lambda: repr(R()), lambda: R().x, lambda: {R(): 1}, lambda: R() + 1, lambda: list(R()), lambda: sorted([3, 1], key=lambda k: forever(0))):
    try: g()
    except RecursionError: p("RecursionError")
def gen(n):
    if n: yield from gen(n - 1)
    yield n
p(sum(gen(50)))
def deepgen(n): yield from deepgen(n + 1)
try: list(deepgen(0))
except RecursionError: p("deep generator")
