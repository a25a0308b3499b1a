# Fstrings: what this prints, CPython prints.
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


a, b, d, name = 5, "x", {"k": [1, 2]}, "é"
p(f"{a}", f"{a + 1} {b!r} {b:>4} {a:03d} {a!s:>3}", f"{d['k'][0]}", f"{{}}{a}", f"{a=}", f"{a + 1 = }", f"{b!r:>5}", f"{a:{a}}|", f"{name}", f"{'nested ' + f'{a}'}", f"{a:>{a + 1}}|", f"{a if a else b}", f"{[x * 2 for x in range(3)]}", f"{(lambda: 4)()}", f"", f"plain", f"a" "b" f"{a}", f"{a:#x}", f"{'a' if a > 3 else 'b'}")
class F:
    def __format__(self, spec): return "<" + spec + ">"
    def __str__(self): return "S"
    def __repr__(self): return "R"
p(f"{F()}", f"{F():abc}", f"{F()!r}", f"{F()!s:>4}", "%s %r" % (F(), F()), "{} {!r}".format(F(), F()), str(F()), [F()])
