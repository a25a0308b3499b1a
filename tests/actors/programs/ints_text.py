"""Integers as text: repr, bin, oct, hex, format, at every width."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        for n in (0, 1, -1, 9, 10, 255, -255, 10**18, 10**19, -10**20, 2**200, -(2**200) + 1):
            out(str(n), repr(n), bin(n), oct(n), hex(n))
            out(f'{n:d}|{n:x}|{n:X}|{n:o}|{n:b}|{n:#x}|{n:#o}|{n:#b}|{n:#X}')
            out(f'{n:,}|{n:_}|{n:_x}|{n:+}|{n: }|{n:-}')
            out(f'{n:10}|{n:<10}|{n:>10}|{n:^10}|{n:=10}|{n:010}|{n:*^12}|{n:+010}|{n:#010x}')
        out(2**4095, str(2**4095)[:20], len(str(2**4095)))
        out(f'{1234567:,d}', f'{1234567:012,}', f'{-1234567:012_}', f'{65:c}', f'{8364:c}')
