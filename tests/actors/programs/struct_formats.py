"""struct: every integer and bytes format in every order, sizes and padding, errors, buffers, Struct objects."""
import struct
from struct import Struct, calcsize, iter_unpack, pack, pack_into, unpack, unpack_from

import pvm_host

FORMATS = ["", "x", "c", "b", "B", "?", "h", "H", "i", "I", "l", "L", "q", "Q", "n", "N", "P", "3s", "0s", "s", "4p", "1p", "3x", "2h", "0i",
           "bi", "bq", "b0q", "hhl", "c i", " 2b 3H ", "3c?", "sq", "ixq", "10p2s", "b2x", "qb", "z", "3", "2 i", "<", "i<", "h1",
           "99999999999999999999i", "9223372036854775807x"]
NUMBERS = [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32769, 65535, 65536, 2**31 - 1, 2**31, -2**31 - 1, 2**32 - 1, 2**32,
           2**63 - 1, 2**63, -2**63, -2**63 - 1, 2**64 - 1, 2**64, 2**70, -2**70, True, None, "a", b"a"]


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def said(thunk):
    try:
        return thunk()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Index:
    def __index__(self):
        return 7


class BadIndex:
    def __index__(self):
        raise KeyError("index")


def sizes(payload):
    for order in "@=<>!":
        out([said(lambda: calcsize(order + f)) for f in FORMATS])
    out([said(lambda: calcsize(f)) for f in (b">hI", bytearray(b"h"), 5, None, "é", b"\xff")])


def one_number(payload):
    for order in "@<>":
        for code in "bBhHiIlLqQ":
            out((order + code, [said(lambda: pack(order + code, n)) for n in NUMBERS]))
    out([said(lambda: pack(code, n)) for code in ("n", "N", "P") for n in NUMBERS])
    out([said(lambda: pack("?", n)) for n in (0, 1, [], [0], "", "x", None)])
    out([said(lambda: pack("i", x)) for x in (Index(), BadIndex())])


def texts(payload):
    for f in ("s", "3s", "0s", "p", "1p", "5p", "300p", "c"):
        out((f, [said(lambda: pack(f, v)) for v in (b"", b"a", b"abc", b"abcdefgh", bytearray(b"xy"), "abc", 5, None, b"z" * 400)]))
    out(unpack("3s4p", b"abc\x02xyz"), unpack("4p", b"\xffxyz"), unpack("3c", b"abc"), unpack("2?", b"\x00\x02"))


def whole(payload):
    out(pack("<bhxi3sq?", 1, -2, 3, b"ab", -4, True), unpack("<bhxi3sq?", pack("<bhxi3sq?", 1, -2, 3, b"ab", -4, True)))
    out(pack("@bhxi3sq?", 1, -2, 3, b"ab", -4, True), pack(">4H", 1, 2, 3, 4), unpack(">2B2b", b"\xff\x01\xff\x01"))
    out(said(lambda: pack()), said(lambda: pack("2i", 1)) == "error: pack expected 2 items for packing (got 1)")
    for buffer in (b"", b"a", b"abcd", b"abcdefgh", bytearray(b"abcd"), "abcd", None, [1, 2, 3, 4]):
        out(said(lambda: unpack(">i", buffer)), said(lambda: list(iter_unpack(">h", buffer))))
        for offset in (0, 1, 3, 5, -1, -4, -9, 100):
            out(said(lambda: unpack_from(">i", buffer, offset)))
    out(said(lambda: iter_unpack("", b"")), said(lambda: list(iter_unpack("3b", b"\x01\x02\x03\x04"))))
    out(unpack_from(">H", buffer=b"abc", offset=1), [x for x, in iter_unpack("<H", bytes(range(8)))])


def into(payload):
    for offset in (0, 1, 2, 4, 5, -1, -4, -6, 100):
        b = bytearray(b"\xee" * 6)
        out(said(lambda: pack_into(">hxB", b, offset, -2, 9)), b)
    b = bytearray(4)
    out(said(lambda: pack_into(">h", b)), said(lambda: pack_into(">h")), said(lambda: pack_into(">h", b, 0)), said(lambda: pack_into(">h", b, 0, 1, 2)))
    out(said(lambda: pack_into(">hB", b, 0, 5, 256)), said(lambda: pack_into("2s", b, 1, b"zz")), b)


def objects(payload):
    s = Struct("<hB")
    out(s.size, s.format, s.pack(-1, 5), s.unpack(b"\x01\x00\x02"), s.unpack_from(b"xx\x01\x00\x02", 2), list(s.iter_unpack(bytes(6))))
    b = bytearray(5)
    s.pack_into(b, 1, 258, 3)
    out(b, said(lambda: s.pack(1)), said(lambda: s.unpack(b"")), said(lambda: s.pack_into(b)), said(lambda: Struct("z")), said(lambda: Struct(5)))
    out(struct.error.__name__, issubclass(struct.error, Exception), Struct(b">h").format)
    for order in "<>":
        for seed in range(40):
            values = [(seed * 7919 ** (i + 1)) % (1 << bits) - (1 << bits - 1) for i, bits in enumerate((8, 16, 32, 64))]
            data = pack(order + "bhiq", *values)
            out(data.hex(), unpack(order + "bhiq", data) == tuple(values))
