"""Integers: floor division and modulo follow the sign of the divisor."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Program:
    def go(self, payload):
        for a in (7, -7, 0, 1, -1, 6):
            for b in (2, -2, 3, -3, 7, -7):
                out((a // b, a % b, divmod(a, b)))
        out(10**30 // 7)
        out(-10**30 // 7)
        out(10**30 % -7)
        out(-10**30 % 7)
        out(divmod(-(1 << 100), 12345678901234567890))
        out(divmod(1 << 100, -12345678901234567890))
        out(divmod(5, 10**40))
        out(divmod(-5, 10**40))
        out(divmod(5, -10**40))
        tried(lambda: 1 // 0)
        tried(lambda: 1 % 0)
        tried(lambda: divmod(1, 0))
        tried(lambda: 10**30 // 0)
        tried(lambda: 10**30 % 0)
        a = 17
        a //= -5
        out(a)
        a %= 3
        out(a)
