# Str errors: what this prints, CPython prints.
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


err(lambda: "abc"[5]); err(lambda: "abc"["a"]); err(lambda: "abc".index("z")); err(lambda: "a".join([1])); err(lambda: "a".join(1)); err(lambda: "a".split("")); err(lambda: "abc" * "x"); err(lambda: 1 in "a")
err(chr, -1); err(chr, 1 << 21); err(ord, "ab"); err(ord, 5); err(lambda: "abc".foo); err(lambda: "a".encode("latin-9x")); err(lambda: b"\xff".decode()); err(lambda: b"a\xe2\x82".decode()); err(lambda: b"\xc3(".decode()); err(lambda: "é".encode("ascii"))
err(lambda: len(5)); err(lambda: "a" % 1); err(lambda: "%d" % "x"); err(lambda: "%s %s" % (1,)); err(lambda: "%(a)s" % (1,)); err(lambda: "%q" % 1); err(lambda: "{} {}".format(1)); err(lambda: "{a}".format(b=1)); err(lambda: "{".format()); err(lambda: "}".format())
err(lambda: "abc".replace(1, 2)); err(lambda: "abc".startswith(1)); err(lambda: "abc".upper(1)); err(lambda: "a".center()); err(lambda: "abc".strip(5))
def setit():
    s = "abc"
    s[0] = "x"
err(setit)
def delit():
    s = "abc"
    del s[0]
err(delit)
