# Diamond: what this prints, CPython prints.
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


log = []
class R:
    def __init__(self): log.append("R")
class A(R):
    def __init__(self):
        log.append("A")
        super().__init__()
class B(R):
    def __init__(self):
        log.append("B")
        super().__init__()
class C(A, B):
    def __init__(self):
        log.append("C")
        super().__init__()
C(); p(log, isinstance(C(), R), issubclass(C, B))
