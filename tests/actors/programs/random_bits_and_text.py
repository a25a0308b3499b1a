"""Bit operations, shifts and decimal text of many integers of all widths."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def numbers(seed, count):
    for n in range(count):
        seed = (seed * 25214903917 + 11) % 2**48
        value = 0
        for _ in range(seed % 9):
            seed = (seed * 25214903917 + 11) % 2**48
            value = value << 30 | seed >> 18
        yield -value if seed % 2 else value


def go(payload):
    digest = 0
    before = 1
    for n in numbers(3, 300):
        values = (n & before, n | before, n ^ before, ~n, n << n.bit_length() % 70, n >> before.bit_length() % 70, n + before, n - before, n * before, -n, abs(n))
        assert int(str(n)) == n and int(hex(n), 16) == n and int(bin(n), 2) == n and int(oct(n), 8) == n
        assert (n & before) + (n | before) == n + before and n ^ before == (n | before) - (n & before)
        assert int.from_bytes(n.to_bytes(40, 'little', signed=True), 'little', signed=True) == n
        for v in values:
            digest = (digest * 1000003 + v) % (2**607 - 1)
        before = n or 1
    out(digest)
