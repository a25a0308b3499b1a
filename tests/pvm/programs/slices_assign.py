# Slices assign: what this prints, CPython prints.
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


l = list(range(10)); l[2:5] = []; p(l); l[:0] = [9, 9]; p(l); l[len(l):] = [1]; p(l); l[::3] = ["x"] * len(l[::3]); p(l); del l[-2:]; p(l); del l[1::2]; p(l); l[1:-1] = "abc"; p(l); l[5:2] = [7]; p(l); l[:] = l[::-1]; p(l); l[:] = []; p(l)
a = [1, 2, 3]; a[1:2] = a; p(a); a[-100:100:2] = [0] * len(a[::2]); p(a); b = a[:]; b[0] = 99; p(a[0], b[0]); del a[:]; p(a)
