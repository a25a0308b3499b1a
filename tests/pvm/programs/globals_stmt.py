# Globals stmt: what this prints, CPython prints.
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


g = 1
def a():
    global g, h
    g += 1
    h = g
def b():
    def c():
        global g
        g = 100
    c()
a(); p(g, h); b(); p(g)
def d():
    global made_fn
    def made_fn(): return "made"
d(); p(made_fn())
def e():
    global K
    class K: v = 3
e(); p(K.v, K.__qualname__)
for g in range(3): pass
p(g)
