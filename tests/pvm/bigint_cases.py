#!/usr/bin/env python3
"""Writes cases for bigint_test.cpp, one on each line: operation|a|b|c|expected, numbers in hexadecimal.

Plain lines are for a file that LARIAT_BIGINT_CASES names when test_pvm runs. --inc writes the fixed set that is
compiled in: bigint_cases.py --inc > bigint_cases.inc"""
import argparse
import random

LIMIT = 4096
SMALL = [0, 1, -1, 2, -2, 3, -7, 10, 2**31, -(2**31), 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64 - 1,
         2**64, -(2**64), 2**64 + 1, 2**127, 2**128 - 1, -(2**128), 2**192 - 2**64]
EDGES = [2**4096 - 1, -(2**4096) + 1, 2**4095, -(2**4095), 2**4032 - 1, 2**2048, 2**2048 - 1, -(2**2048)]


def number(rng, bits_max):
    kind = rng.randrange(10)
    if kind < 3:
        return rng.choice(SMALL)
    if kind == 3 and bits_max >= LIMIT:
        return rng.choice(EDGES)
    value = rng.getrandbits(rng.randrange(1, bits_max + 1))
    if kind == 4 and bits_max >= 64:  # limbs of all ones and all zeros try the carries
        value = sum(rng.choice([0, 2**64 - 1, 1, 2**63]) << 64 * i for i in range(rng.randrange(1, bits_max // 64 + 1)))
    return -value if rng.randrange(2) else value


def settled(value):
    return "overflow" if value.bit_length() > LIMIT else "%x" % value


def binary(op, a, b):
    if op in ("shl", "shr") and b < 0:
        return "negative_shift"
    if op == "divmod":
        if b == 0:
            return "division_by_zero"
        return "%x %x" % divmod(a, b)
    if op == "pow":
        if b < 0:
            return "division_by_zero" if a == 0 else "negative_exponent"
        if abs(a) > 1 and b > LIMIT:
            return "overflow"
        return settled(a**b) if abs(a) < 2 or (a.bit_length() - 1) * b < 3 * LIMIT else "overflow"
    if op == "shl":
        return "0" if a == 0 else "overflow" if b > LIMIT else settled(a << b)
    if op == "shr":
        return settled(a >> b)
    return settled({"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b, "and": lambda: a & b,
                    "or": lambda: a | b, "xor": lambda: a ^ b}[op]())


def powmod(a, b, c):
    if c == 0:
        return "division_by_zero"
    try:
        return settled(pow(a, b, c))
    except ValueError:
        return "not_invertible"


def to_bytes(a, length, signed):
    if a < 0 and not signed:
        return "negative_unsigned"
    if a == -1 and length == 0:
        return "does_not_fit"  # CPython 3.11 gives b"" here, which reads back as 0
    try:
        return a.to_bytes(length, "big", signed=signed).hex()
    except OverflowError:
        return "does_not_fit"


def text(value, base):
    digits = ""
    left = abs(value)
    while left:
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[left % base] + digits
        left //= base
    return ("-" if value < 0 else "") + (digits or "0")


def case(rng, bits_max):
    a, b, c = number(rng, bits_max), number(rng, bits_max), number(rng, min(bits_max, 512))
    op = rng.choice(["add", "sub", "mul", "divmod", "pow", "shl", "shr", "and", "or", "xor", "invert", "powmod",
                     "to_bytes", "from_bytes", "text"])
    if op == "divmod" and rng.randrange(2):  # a divisor not much shorter, and a remainder near its ends
        b = number(rng, max(1, bits_max // 2)) or 1
        a = b * number(rng, max(1, bits_max // 2 - 1)) + rng.choice([0, 1, -1])
    if op == "pow":
        b = rng.choice([0, 1, 2, 3, 5, 31, 64, 4095, 4096, 4097, -1, 2**70])
        a = number(rng, rng.choice([2, 8, 64, max(64, bits_max // 4)]))
    if op in ("shl", "shr"):
        b = rng.choice([0, 1, 63, 64, 65, 127, 128, 4095, 4096, 4097, 2**64, 2**200, -1, rng.randrange(4200)])
    if op == "powmod":
        b = number(rng, min(bits_max, 256))
        return op, a, b, c, powmod(a, b, c)
    if op == "invert":
        return op, a, 0, 0, settled(~a)
    if op == "to_bytes":
        length = rng.choice([0, 1, 2, 8, 9, (a.bit_length() + 7) // 8, (a.bit_length() + 8) // 8])
        signed = rng.randrange(2)
        return op, a, length, signed, to_bytes(a, length, bool(signed))
    if op == "from_bytes":
        data = bytes([rng.choice([0, 255])] * rng.randrange(3)) + rng.randbytes(rng.randrange(1, bits_max // 8 + 2))
        signed = rng.randrange(2)
        # The bytes travel behind a one, so that none is lost.
        return op, int.from_bytes(b"\1" + data, "big"), 0, signed, settled(int.from_bytes(data, "big", signed=bool(signed)))
    if op == "text":
        b = rng.choice([2, 8, 10, 10, 16, 36, rng.randrange(2, 37)])
        return op, a, b, 0, text(a, b)
    return op, a, b, 0, binary(op, a, b)


def lines(count, seed, bits_max):
    rng = random.Random(seed)
    for _ in range(count):
        op, a, b, c, expected = case(rng, bits_max)
        yield "%s|%x|%x|%x|%s" % (op, a, b, c, expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=20000, help="cases to write [20000]")
    parser.add_argument("seed", type=int, nargs="?", default=3, help="of the random numbers [3]")
    parser.add_argument("--inc", action="store_true", help="write the fixed set as C++ text")
    args = parser.parse_args()
    if args.inc:
        print('R"cases(')
        print("\n".join(list(lines(300, 1, 320)) + list(lines(40, 2, LIMIT))))
        print(')cases"')
        return
    print("\n".join(lines(args.count, args.seed, LIMIT)))


if __name__ == "__main__":
    main()
