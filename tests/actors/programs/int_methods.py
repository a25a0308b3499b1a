"""Integers: attributes and methods, comparison with others, and the mistakes."""
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
    n = 12
    out(n.bit_length())
    out(n.real)
    out(n.imag)
    out(n.numerator)
    out(n.denominator)
    out(n.conjugate())
    out((5).__add__(3))
    out(abs(-3))
    out(round(7))
    out(round(1250, -2))
    out(round(1350, -2))
    out(1 == '1')
    out(1 != None)
    out(1 == True)
    out((1,) == (1, ))
    out(2**70 == 2**70)
    out(2**70 < 2**71)
    out(-2**70 < 1)
    tried(lambda: 1 < '1')
    tried(lambda: 1 + '1')
    tried(lambda: 1 - None)
    tried(lambda: 'a' - 1)
    tried(lambda: [] * [])
    tried(lambda: -'a')
    tried(lambda: ~'a')
    tried(lambda: +None)
    tried(lambda: 1 & 'a')
    tried(lambda: 5())
    tried(lambda: 5[0])
    tried(lambda: len(5))
    tried(lambda: iter(5))
    tried(lambda: abs('a'))
    tried(lambda: 1 in 5)
    tried(lambda: 3 @ 4)
    x = 5
    try:
        x += 'a'
    except TypeError as e:
        out(str(e))
    try:
        x[0] = 1
    except TypeError as e:
        out(str(e))
    try:
        del x[0]
    except TypeError as e:
        out(str(e))
