# Int methods: what this prints, CPython prints.
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


p((255).bit_length(), (-256).bit_length(), (0).bit_length(), (7).bit_count(), (1 << 100).bit_length())
p((1000).to_bytes(2, "big"), (1000).to_bytes(4, "little"), (-2).to_bytes(2, "big", signed=True), int.from_bytes(b"\x01\x00", "big"), int.from_bytes(b"\xff\xfe", "big", signed=True), int.from_bytes([1, 2], "little"))
err(lambda: (300).to_bytes(1, "big")); err(lambda: (-1).to_bytes(1, "big"))
p(hex(255), hex(-255), oct(8), bin(5), bin(-5), hex(1 << 70), int("ff", 16), int("-0x1F", 16), int("z", 36), int("1_000"))
p(round(15, -1), round(25, -1), round(-15, -1), round(7), round(1234567, -3), int(True), bool(0), bool([]), bool("a"))
p(hash(5), hash(-1), hash(1 << 61), hash(True), hash(1 << 100))
p(str(1 << 200), repr(-(1 << 64)), f"{1 << 70}", "%d" % (1 << 70), (5).real, (5).numerator)
