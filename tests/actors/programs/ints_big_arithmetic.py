"""Integers wider than a machine word: sums, products, quotients, signs."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    a, b = 2**64 - 1, 2**63
    out(a + 1)
    out(a + a)
    out(b - a)
    out(-b)
    out(-b - 1)
    out(a * a)
    out(b * b)
    out(-(a * b))
    out(2**127 - 1)
    out(-2**127)
    out((2**127 - 1) * -(2**127))
    out(9223372036854775807 + 1)
    out(-9223372036854775808 - 1)
    out(9223372036854775807 * 2)
    out(-9223372036854775808 * -1)
    out(-9223372036854775808 // -1)
    out(abs(-9223372036854775808))
    out(-(-9223372036854775808))
    factorial = 1
    for i in range(1, 101):
        factorial *= i
    out(factorial)
    out(factorial // 2**97)
    out(factorial % 10**23)
    out(factorial // 10**24)
    x, y = 0, 1
    for i in range(1000):
        x, y = y, x + y
    out(x)
    out((10**200 + 1) * (10**200 - 1) == 10**400 - 1)
    out((10**300) // (10**150 + 1))
    out((10**300) % (10**150 + 1))
    out(4294967295 * 4294967297)
    out(4294967296 * 4294967296)
    out(3037000500 * 3037000500)
