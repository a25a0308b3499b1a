"""Quotients and remainders of thousands of pairs of all widths, checked and digested."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def numbers(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        bits = seed >> 56
        value = 0
        while value.bit_length() < bits * 5:
            seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
            part = seed >> 32
            value = value << 32 | (0 if part % 5 == 0 else 2**32 - 1 if part % 5 == 1 else part)
        yield -value if seed >> 40 & 1 else value


class Program:
    def go(self, payload):
        stream = numbers(7)
        digest = 0
        for round in range(400):
            a, b = next(stream), next(stream)
            if b == 0:
                b = round + 1
            q, r = divmod(a, b)
            assert q * b + r == a and (0 <= r < b or b < r <= 0), (a, b)
            assert a // b == q and a % b == r
            digest = (digest * 31 + q * 7 + r) % (2**521 - 1)
            if round % 50 == 0:
                out(a)
                out(b)
                out(q)
                out(r)
        out(digest)
