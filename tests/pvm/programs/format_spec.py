# Format spec: what this prints, CPython prints.
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


for spec in ("", "5", "<5", ">5", "^5", "=5", "05", "+", " ", "+05", "x", "X", "#x", "#b", "b", "o", "#o", "d", ",", "_", "08,", "_x", "c", "*^9", "-<6", "#010x", "+,"):
    p(spec, "|" + format(65, spec) + "|", "|" + format(-1234567, spec) + "|" if spec != "c" else "")
for spec in ("", "5", "<5", ">5", "^5", "*^7", ".2", "10.1", "s", "é<4"):
    p(spec, "|" + format("abc", spec) + "|")
err(format, 5, "y"); err(format, "a", "d"); err(format, "a", "=5"); err(format, 5, ".3"); err(format, [], "5"); err(format, 5, "5 5"); err(format, None, "x"); err(format, "x", "+"); err(format, "x", ","); err(format, 1 << 22, "c")
p(format(True), format(True, "d"), format(True, "5"), format(None), format([1]))
