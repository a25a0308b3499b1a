# Int arithmetic: what this prints, CPython prints.
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


for a in (7, -7, 0, 1 << 62, -(1 << 62), (1 << 62) - 1, 1 << 64, -(1 << 100), True):
    for b in (3, -3, 1, 1 << 40, -(1 << 63), 1 << 90):
        p(a, b, a + b, a - b, a * b, a // b, a % b, divmod(a, b), a & b, a | b, a ^ b, a < b, a <= b, a == b, a != b, a > b, a >= b)
for a in (5, -5, 1 << 70, -(1 << 70)):
    for s in (0, 1, 5, 61, 62, 63, 64, 200):
        p(a << s, a >> s, ~a, -a, +a, abs(a))
p(2 ** 10, (-3) ** 5, 2 ** 200, 0 ** 0, pow(3, 100, 7), pow(3, -1, 11), pow(-3, 3, 5))
p(4611686018427387903 + 1, -4611686018427387904 - 1, 4611686018427387904 * -1, 4611686018427387903 * 2)
