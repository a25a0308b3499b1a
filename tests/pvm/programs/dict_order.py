# Dict order: what this prints, CPython prints.
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


d = {}
for i in range(20): d["k%d" % i] = i
for i in range(0, 20, 2): del d["k%d" % i]
d["k0"] = "again"
d["k1"] = "kept"
p(d, list(d)[-1], next(iter(d)), d.popitem(), len(d))
for k in list(d):
    if d[k] % 3 == 0 if isinstance(d[k], int) else False: d.pop(k)
p(d, {**d, "z": 1}, dict(reversed(d.items())))
e = {1: "a", True: "b", 2: "c"}; p(e, len(e), e[1])
