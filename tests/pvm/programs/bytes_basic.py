# Bytes basic: what this prints, CPython prints.
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


b = b"hello\x00\xff"
p(b, b[0], b[-1], b[1:3], b[::-1], len(b), b + b"x", b * 2, 104 in b, b"ell" in b, list(b[:3]), b == b"hello\x00\xff", b < b"i", b.hex(), bytes.fromhex("68 65"), bytes(3), bytes([1, 2, 3]), bytes("é", "utf-8"), bytes(b"x"), bytes(), bytes(range(5)), b.find(b"l"), b.find(108), b.count(b"l"), b.startswith(b"he"), b.replace(b"l", b"L"), b.split(b"l"), b"a b".split(), b",".join([b"a", b"b"]), b" x ".strip(), b.upper(), b.decode("utf-8", "strict") if False else "", b"x'\"\n\t\\", b"it's", hash(b"a") == hash(b"a"))
err(lambda: b[100]); err(lambda: b["a"]); err(bytes, [256]); err(bytes, -1); err(bytes, "a"); err(lambda: b + "x"); err(bytes, None); err(lambda: b"a" < "a"); err(lambda: bytes.fromhex("zz")); err(lambda: b.foo); err(lambda: 300 in b); err(lambda: b",".join(["a"])); err(lambda: bytes(["a"]))
x = bytearray(b"abc")
x.append(100); x[0] = 65; x += b"e"; x.extend([1, 2]); x.pop()
p(x, len(x), x[1], bytes(x), x == b"Abcde\x01", x.hex(), bytearray(2), x[1:3])
p(b"abc".hex("-"), b"abcd".hex(":", 2), b"abc".ljust(5, b"."), b"abc".rjust(5), b"a\nb".split(b"\n"))
