"""Integers as text: repr, bin, oct, hex, format, at every width."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        for n in (0, 1, -1, 9, 10, 255, -255, 10**18, 10**19, -10**20, 2**200, -(2**200) + 1):
            out(str(n))
            out(repr(n))
            out(bin(n))
            out(oct(n))
            out(hex(n))
            out(f'{n:d}|{n:x}|{n:X}|{n:o}|{n:b}|{n:#x}|{n:#o}|{n:#b}|{n:#X}')
            out(f'{n:,}|{n:_}|{n:_x}|{n:+}|{n: }|{n:-}')
            out(f'{n:10}|{n:<10}|{n:>10}|{n:^10}|{n:=10}|{n:010}|{n:*^12}|{n:+010}|{n:#010x}')
        out(2**4095)
        out(str(2**4095)[:20])
        out(len(str(2**4095)))
        out(f'{1234567:,d}')
        out(f'{1234567:012,}')
        out(f'{-1234567:012_}')
        out(f'{65:c}')
        out(f'{8364:c}')
