# Int errors: what this prints, CPython prints.
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


err(lambda: 1 // 0); err(lambda: 1 % 0); err(lambda: divmod(1, 0)); err(lambda: 1 << -1); err(lambda: 1 >> -1)
err(lambda: (1 << 80) // 0); err(lambda: (1 << 80) % 0)
err(lambda: 1 + "a"); err(lambda: "a" + 1); err(lambda: 1 < "a"); err(lambda: [] + ()); err(lambda: None + 1)
err(lambda: 5 @ 3); err(lambda: -"a"); err(lambda: ~"x"); err(lambda: +[]); err(lambda: 1 ** "a"); err(lambda: pow(2, 3, 0))
err(int, "x"); err(int, "12", 99); err(int, None); err(int, []); err(int, "  12_3 "); err(int, "0x1f", 16); err(int, "0b11", 0); err(int, b"12"); err(int, "")
err(int, 5, 10); err(lambda: int("1" * 3 + "z")); err(pow, 2, 3, 5, 7)
