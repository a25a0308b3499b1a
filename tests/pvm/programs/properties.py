# Properties: what this prints, CPython prints.
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


class T:
    def __init__(self): self._c = 0
    @property
    def c(self):
        "the c"
        return self._c
    @c.setter
    def c(self, v):
        if v < 0: raise ValueError("negative")
        self._c = v
    area = property(lambda self: self._c ** 2)
class U(T):
    @property
    def c(self): return super().c + 1
t = T(); t.c = 5; p(t.c, t.area)
def neg(): t.c = -1
err(neg)
def ro(): t.area = 1
err(ro)
def dl(): del t.c
err(dl)
u = U(); u._c = 3; p(u.c, isinstance(T.c, property)); 
