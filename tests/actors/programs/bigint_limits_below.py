"""Integers up to 4,096 bits work everywhere."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        top = 2**4095 + (2**4095 - 1)
        out(top.bit_length(), top % 10**9 , top // 2**4000, -top % 97, (top >> 4090, top & 0xFF), len(str(top)), int(str(top)) == top, hex(top)[:5], top - top, -top + top, abs(-top) == top, ~top == -top - 1 if False else 'skipped')
        out(2**2048 * 2**2047 == 2**4095, (2**2000 + 1) ** 2 % 1000007, pow(3, 10**50, 2**2000 - 1) % 10**20, 1 << 4095 == 2**4095, int('f' * 1024, 16) == top, int.from_bytes(b'\xff' * 512, 'big') == top, top.to_bytes(512, 'big') == b'\xff' * 512)
        x = 3
        while x.bit_length() < 2000:
            x *= x + 1
        out(x % 10**30, x.bit_length())
        f = 1
        for i in range(1, 500):
            f *= i
            if f.bit_length() > 3900:
                break
        out(i, f % (10**9 + 7), len(str(f)), f.bit_count())
