# Format method: what this prints, CPython prints.
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


p("{} {}".format(1, 2), "{1} {0}".format(1, 2), "{a} {b}".format(a=1, b=2), "{0[1]} {0[0]}".format([5, 6]), "{x[k]}".format(x={"k": 1}), "{{}}".format(), "{:>5}|{:<5}|{:^5}".format(1, 2, 3), "{!r} {!s}".format("a", "b"), "{:{w}}|".format(5, w=4), "{0:{1}}".format(7, 3), "{a.real}".format(a=5), "{:,}".format(1234567))
p("{a}".format_map({"a": 3}), "{0}{0}".format("ab"))
