"""Integers: shifts and bit operations on both signs and beyond 64 bits."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Program:
    def go(self, payload):
        for a in (0, 1, 5, -1, -5, 255, -256, 2**70 + 3, -2**70 - 3):
            for n in (0, 1, 3, 63, 64, 65, 130):
                out(a << n)
                out(a >> n)
            out(~a)
            out(a & 0xFF)
            out(a | 0xF0)
            out(a ^ 0xFFFF)
            out(a & -a)
            out(a.bit_length())
            out(a.bit_count())
        pairs = [(12, 10), (-12, 10), (12, -10), (-12, -10), (2**100, 2**100 - 1), (-2**100, 2**64), (-2**100, -2**65)]
        for a, b in pairs:
            out(a & b)
            out(a | b)
            out(a ^ b)
        tried(lambda: 1 << -1)
        tried(lambda: 1 >> -1)
        tried(lambda: (2**100) << -3)
        out(0 << 1000)
        out(0 >> 1000)
        out(1 >> 10**20)
        out(-1 >> 10**20)
        x = 6
        x <<= 3
        x |= 1
        x &= ~8
        x ^= 3
        x >>= 1
        out(x)
        out(True << 3)
        out(True & 1)
        out(True | 2)
        out(True ^ True)
        out(~True)
