# Identity: what this prints, CPython prints.
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


a = [1]; b = a; c = [1]
p(a is b, a is c, a == c, a is not c, None is None, True is True, () is (), a in [c], [a] == [c])
s = "abc"; t = s; p(s is t, s == "abc", 1 == True, 0 == False, 1 is not None, [] == (), {} == set(), "" == b"", 1 == "1", None == 0, (1,) == [1])
