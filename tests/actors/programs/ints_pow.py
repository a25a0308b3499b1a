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
    out(2**10)
    out((-2)**3)
    out(-2**2)
    out((-2)**4)
    out(0**0)
    out(0**5)
    out(1**10**6)
    out((-1)**(10**9 + 1))
    out(pow(2, 10))
    out(pow(3, 4, 5))
    out(pow(-3, 3, 7))
    out(pow(3, 3, -7))
    out(pow(0, 0, 1))
    out(pow(5, 0, 7))
    out(pow(2, 1000, 10**9 + 7))
    out(pow(123456789, 987654321, 1000000007))
    out(pow(7, 2**200, 2**61 - 1))
    out(pow(3, -1, 7))
    out(pow(10, -2, 97))
    out(pow(-3, -1, 11))
    tried(lambda: pow(2, -1, 4))
    tried(lambda: pow(2, 3, 0))
    out(3**200)
    out(7**99 % 10**9)
    out(2**2**3)
    out((2**2)**3)
    x = 3
    x **= 5
    out(x)
    tried(lambda: pow('a', 2))
    tried(lambda: 2 ** 'a')
