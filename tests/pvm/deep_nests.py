#!/usr/bin/env python3
"""Runs every operation of the VM on objects nested tens of thousands deep.

deep_nests.py [--driver PROGRAM] [--every N] [--first N] [--print N]

What walks them in the VM counts its depth: it must come to the end of every program, on a small stack."""
import itertools
import resource
import sys

from generated.evil import indented, listed, run

STACK_BYTES = 8 << 20
DEPTH = 30_000
INNERMOST = ("f", "1", "None", "[1, 2]", "'ab'", "int", "O(1)", "ValueError()", "(1, 2)", "{}", "iter([1, 2])", "O")
PROGRAM = """\
import pvm_host, json, functools, itertools, collections, enum, dataclasses, operator, struct, string, base64, typing, hashlib
def f(*a, **k): return 1
class O:
    def __init__(self, a=None): self.a = a
    @property
    def b(self): return self.a
class P(property): pass
class G:
    def __init__(self, a): object.__setattr__(self,'a',a)
    def __getattr__(self, n): return getattr(self.a, n)
class C(O):
    def __call__(self, *a, **k): return self.a(*a, **k)
class I(O):
    def __iter__(self): return iter(self.a)
class E2(O):
    def __eq__(self, o): return self.a == o
    def __lt__(self, o): return self.a < o
    def __hash__(self): return hash(self.a)
class H(O):
    __hash__ = lambda s: hash(s.a)
class R(O):
    def __repr__(self): return repr(self.a)
    def __str__(self): return str(self.a)
    def __format__(self, s): return format(self.a, s)
class A(O):
    def __add__(self, o): return self.a + o
    def __radd__(self, o): return o + self.a
    def __getitem__(self, i): return self.a[i]
    def __contains__(self, i): return i in self.a
    def __len__(self): return len(self.a)
    def __index__(self): return operator.index(self.a)
    def __bool__(self): return bool(self.a)
class L(list): pass
class T2(tuple): pass
class D2(dict): pass
class M(O):
    def __mro_entries__(self, b): return (self.a,)
    def __instancecheck__(self, x): return isinstance(x, self.a)
    def __subclasscheck__(self, x): return issubclass(x, self.a)
K = functools.cmp_to_key(lambda a, b: (a > b) - (a < b))
N = collections.namedtuple('N', 'a')
@dataclasses.dataclass
class D:
    a: int
@dataclasses.dataclass(frozen=True, order=True)
class F:
    a: int
def caused(x):
    e = ValueError()
    e.__cause__ = x if isinstance(x, BaseException) else ValueError(x)
    return e
def contexted(x):
    e = ValueError()
    e.__context__ = x if isinstance(x, BaseException) else ValueError(x)
    return e
def suppressed(x):
    e = caused(x); e.__suppress_context__ = False
    return e
def noted(x):
    e = ValueError(); e.__notes__ = [x]
    return e
def gen(x):
    yield from x
def setdoc(x):
    def q(): pass
    q.__doc__ = x
    return q
def setann(x):
    def q(a: 'x'): pass
    q.__annotations__ = {{'a': x}}
    return q
def setdef(x):
    def q(a=x): return a
    return q
def setwrapped(x):
    def q(*a): return x(*a)
    q.__wrapped__ = x
    return q
class Evil: pass
def nest(x):
    for i in range({depth}):
        x = {wrapper}
    return x
def operation():
    global e
    {operation}
try: e, o = nest({innermost}), nest({innermost})
except Exception: e = None
if e is not None:
    try: operation()
    except BaseException as error:
        try: repr(error); str(error)
        except BaseException: pass
"""


def programs():
    """Names, and functions that give the sources, of all of them."""
    operations = [operation for operation in listed("operations.txt") if "e" in operation]
    for operation, wrapper, innermost in itertools.product(operations, listed("wrappers.txt"), INNERMOST):
        def write(operation=operation, wrapper=wrapper, innermost=innermost):
            return PROGRAM.format(depth=DEPTH, wrapper=wrapper, innermost=innermost, operation=indented(operation, 4))
        yield f"{operation!r} on {wrapper} around {innermost}", write


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, STACK_BYTES))
    sys.exit(run(__doc__, programs(), endless=True))
