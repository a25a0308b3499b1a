# Bytes program: what this prints, CPython prints.
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


def varint(n):
    out = bytearray()
    while True:
        b = n & 0x7f
        n >>= 7
        out.append(b | 0x80 if n else b)
        if not n: return bytes(out)
def unvarint(b):
    n = s = 0
    for c in b:
        n |= (c & 0x7f) << s
        s += 7
    return n
for n in (0, 1, 127, 128, 300, 1 << 40, 1 << 100): p(varint(n), varint(n).hex(), unvarint(varint(n)) == n)
data = b"\x00\x01payload\xff"; p(data[2:-1].decode(), int.from_bytes(data[:2], "big"), [b for b in data[:3]], bytes(reversed(data[:3])), b"".join(bytes([b ^ 0x55]) for b in b"abc"), sum(data), max(data), sorted(data)[:3], data.split(b"y"), b"a" in data, bytes(b"%d" % 5), b"abc"[1:2] == b"b", b"x" * 3)
