# Truthiness: what this prints, CPython prints.
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


for v in (0, 1, -1, "", "a", b"", b"x", [], [0], (), (0,), {}, {0: 0}, set(), {0}, None, True, False, range(0), range(1), 1 << 80, ..., object, len, lambda: 0):
    p(bool(v), not v, 1 if v else 2, (v and 5) == v, (v or 5) == v)
