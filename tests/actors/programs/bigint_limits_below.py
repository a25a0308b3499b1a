"""Integers up to 4,096 bits work everywhere."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    top = 2**4095 + (2**4095 - 1)
    out(top.bit_length())
    out(top % 10**9)
    out(top // 2**4000)
    out(-top % 97)
    out((top >> 4090, top & 0xFF))
    out(len(str(top)))
    out(int(str(top)) == top)
    out(hex(top)[:5])
    out(top - top)
    out(-top + top)
    out(abs(-top) == top)
    out(~top == -top - 1 if False else 'skipped')
    out(2**2048 * 2**2047 == 2**4095)
    out((2**2000 + 1) ** 2 % 1000007)
    out(pow(3, 10**50, 2**2000 - 1) % 10**20)
    out(1 << 4095 == 2**4095)
    out(int('f' * 1024, 16) == top)
    out(int.from_bytes(b'\xff' * 512, 'big') == top)
    out(top.to_bytes(512, 'big') == b'\xff' * 512)
    x = 3
    while x.bit_length() < 2000:
        x *= x + 1
    out(x % 10**30)
    out(x.bit_length())
    f = 1
    for i in range(1, 500):
        f *= i
        if f.bit_length() > 3900:
            break
    out(i)
    out(f % (10**9 + 7))
    out(len(str(f)))
    out(f.bit_count())
