# Short circuit: what this prints, CPython prints.
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
def t(v):
    log.append(v)
    return v
t(0) and t(1); t(2) or t(3); t(0) or t(4) and t(5); not t(6) or t(7); (t(8) if t(9) else t(10)); any(t(v) for v in (0, 11, 12)); all(t(v) for v in (13, 0, 14)); t(1) < t(2) < t(0) < t(15)
p(log); x = None; p(x and x.attr, x or "default", (x is not None and x > 1) or "ok", 0 or "" or [] or None, 1 and "a" and [1])
def f():
    for i in range(5):
        if i == 1 or i == 3: continue
        if not i < 4 and i: return i
        yield_ = i
    return yield_
p(f())
