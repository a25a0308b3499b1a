"""Number theory in plain loops: gcd, sieve, integer square root, modular exponent."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x, y = y, (y + n // y) // 2
    return x


def probably_prime(n):
    if n < 4:
        return n > 1
    d, r = n - 1, 0
    while d % 2 == 0:
        d, r = d // 2, r + 1
    for a in (2, 3, 5, 7, 11, 13, 17):
        if a >= n:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(r - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


class Program:
    def go(self, payload):
        out(gcd(12, 18))
        out(gcd(-12, 18))
        out(gcd(2**100, 6**50))
        out(gcd(0, 5))
        out(isqrt(10**40))
        out(isqrt(2))
        out(isqrt(99))
        out(isqrt(2**201))
        out([n for n in range(60) if probably_prime(n)])
        out(probably_prime(2**127 - 1))
        out(probably_prime(2**127 + 1))
        sieve = [True] * 200
        for i in range(2, 15):
            if sieve[i]:
                for j in range(i * i, 200, i):
                    sieve[j] = False
        out([i for i in range(2, 200) if sieve[i]])
