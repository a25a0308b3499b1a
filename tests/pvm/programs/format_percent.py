# Format percent: what this prints, CPython prints.
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


p("%s %r %d %i %5d|%-5d|%05d %+d %x %X %o %#x %c %c %%" % ("a", "b", 1, 2, 3, 4, 5, 6, 255, 255, 8, 255, "z", 65))
p("%(a)s-%(b)03d" % {"a": 1, "b": 2}, "%s" % (1,), "%s" % [1, 2], "%10s|%-10s|" % ("ab", "cd"), "%.2s" % "abcdef", "%*d" % (5, 42), "%s" % None, "%s %s" % ("é", b"x"), "%.5d" % 42, "% d" % 5, "%5.3s|" % "abcdef")
p("%s" % {"a": 1}, b"%s-%d" % (b"x", 5), "%s" % ((1, 2),), "%a" % "é")
