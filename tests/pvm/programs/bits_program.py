# Bits program: what this prints, CPython prints.
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


def popcount(n):
    c = 0
    while n:
        n &= n - 1
        c += 1
    return c
p([popcount(i) for i in range(16)], [i ^ (i >> 1) for i in range(16)], [bin(i)[2:].zfill(4) for i in range(6)])
def crc(data, poly=0xEDB88320):
    c = 0xFFFFFFFF
    for b in data:
        c ^= b
        for _ in range(8): c = (c >> 1) ^ poly if c & 1 else c >> 1
    return c ^ 0xFFFFFFFF
p(hex(crc(b"hello world")), crc(b""))
def fnv(s):
    h = 0xcbf29ce484222325
    for b in s.encode(): h = ((h ^ b) * 0x100000001b3) & 0xFFFFFFFFFFFFFFFF
    return h
p(fnv("abc"), fnv("é")); p(sum(1 << i for i in range(0, 64, 3)), (0xF0 & 0x3C) | (1 << 65) >> 3 ^ 5, ~0, -1 >> 5, -8 >> 1, 7 & -2, -4 | 1, -4 ^ 3)
def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x: x, y = y, (y + n // y) // 2
    return x
p(isqrt(10 ** 40), isqrt(2 * 10 ** 60)); a, b = 1, 1
while b: a, b = (b, a % b) if a < 10 ** 30 else (a, 0)
p(a)
def egcd(a, b): return (a, 1, 0) if b == 0 else (lambda g, x, y: (g, y, x - a // b * y))(*egcd(b, a % b))
p(egcd(240, 46), pow(7, 10 ** 18, 10 ** 9 + 7), pow(3, -1, 7))
