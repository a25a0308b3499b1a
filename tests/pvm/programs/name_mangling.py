# Name mangling: what this prints, CPython prints.
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


class A:
    __x = 1
    def __init__(self): self.__y = 2
    def get(self): return self.__x, self.__y, self._A__y
    def __priv(self): return "A"
    def call(self): return self.__priv()
class B(A):
    __x = 10
    def __priv(self): return "B"
    def get2(self): return self.__x, self.__priv()
b = B(); p(b.get(), b.call(), b.get2(), B._B__x, A._A__x); err(lambda: b.__x)
class _C:
    def f(self, __a): return __a
    __slots_like = 3
p(_C().f(5), _C._C__slots_like)
