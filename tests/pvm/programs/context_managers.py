# Context managers: what this prints, CPython prints.
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


class CM:
    def __init__(self, name, swallow=False): self.name, self.swallow = name, swallow
    def __enter__(self):
        p("enter", self.name)
        return self
    def __exit__(self, t, v, tb):
        p("exit", self.name, t.__name__ if t else None, v)
        return self.swallow
with CM("a") as a: p("body", a.name)
with CM("b", True): raise ValueError("swallowed")
try:
    with CM("c"): raise KeyError("through")
except KeyError as e: p("caught", e)
with CM("d") as d, CM("e", True) as e: raise ValueError("inner")
def ret():
    with CM("r"): return "value"
p(ret())
def loop():
    for i in range(3):
        with CM(i):
            if i == 0: continue
            if i == 1: break
    return i
p(loop())
with (CM("x") as x, CM("y")): p("paren")
def nested():
    try:
        with CM("n1"):
            try:
                with CM("n2"): 1 // 0
            finally: p("fin")
    except ZeroDivisionError as z: return repr(z)
p(nested())
class NoExit:
    def __enter__(self): return 1
def noexit():
    with NoExit(): pass
err(noexit)
def nocm():
    with 5: pass
err(nocm)
class BadExit:
    def __enter__(self): return 1
    def __exit__(self, *a): raise RuntimeError("exit failed")
def badexit():
    with BadExit(): raise ValueError("orig")
try: badexit()
except RuntimeError as e: p(e, repr(e.__context__))
class BadEnter:
    def __enter__(self): raise OSError("enter")
    def __exit__(self, *a): p("never")
def badenter():
    with BadEnter(): p("never")
err(badenter)
with CM("t") as (CM.attr): pass
p(CM.attr.name)
