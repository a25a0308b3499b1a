# Bool logic: what this prints, CPython prints.
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


p(True and 0, 1 or 2, 0 or [] or "x", not 0, not "a", None is None, 1 is not None, True + True, True == 1, False < True)
p(1 < 2 < 3, 1 < 2 > 3, 3 > 2 > 1, 1 == 1 != 2, 1 if [] else 2)
p(True & False, True | False, True ^ True, True & 3, str(True), int(False), isinstance(True, int), type(True).__name__)
x = 5
p(x > 3 and x < 10, not (x > 3), x in (1, 5), x not in [5], "a" in "cat", "z" not in "cat", 2 in {1: 2}, 1 in {1: 2}, 3 in {3})
def f(v):
    p("eval", v)
    return v
p(f(0) and f(1), f(2) or f(3), f(1) < f(2) < f(3), f(3) < f(2) < f(1))
if not (x == 5 and (x < 3 or x > 4)) or x is None:
    p("wrong")
elif x == 5 or f(9):
    p("right")
