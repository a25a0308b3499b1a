"""Integers: powers, with modulus and without, negative exponents of inverses."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    out(2**10, (-2)**3, -2**2, (-2)**4, 0**0, 0**5, 1**10**6, (-1)**(10**9 + 1))
    out(pow(2, 10), pow(3, 4, 5), pow(-3, 3, 7), pow(3, 3, -7), pow(0, 0, 1), pow(5, 0, 7))
    out(pow(2, 1000, 10**9 + 7), pow(123456789, 987654321, 1000000007), pow(7, 2**200, 2**61 - 1))
    out(pow(3, -1, 7), pow(10, -2, 97), pow(-3, -1, 11))
    tried(lambda: pow(2, -1, 4))
    tried(lambda: pow(2, 3, 0))
    out(3**200, 7**99 % 10**9, 2**2**3, (2**2)**3)
    x = 3
    x **= 5
    out(x)
    tried(lambda: pow('a', 2))
    tried(lambda: 2 ** 'a')
