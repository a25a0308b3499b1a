"""Functions as values: lambdas, recursion, mutual recursion, memo tables."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def fib(n, memo={}):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = fib(n - 1) + fib(n - 2)
    return memo[n]


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def ackermann(m, n):
    if m == 0:
        return n + 1
    return ackermann(m - 1, 1 if n == 0 else ackermann(m, n - 1))


def hanoi(n, a='A', b='B', c='C'):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [a + c] + hanoi(n - 1, b, a, c)


def flatten(x):
    return [y for item in x for y in flatten(item)] if isinstance(x, list) else [x]


def permutations(s):
    if len(s) <= 1:
        return [s]
    return [s[i] + rest for i in range(len(s)) for rest in permutations(s[:i] + s[i + 1:])]


class Program:
    def go(self, payload):
        out(fib(90))
        out(even(50))
        out(odd(51))
        out(ackermann(2, 3))
        out(hanoi(3))
        out(flatten([1, [2, [3, [4]], []], 5]))
        out(permutations('abc'))
        out((lambda f: lambda n: f(f, n))(lambda f, n: 1 if n == 0 else n * f(f, n - 1))(20))
        out(list(map(lambda x, y: x * y, [1, 2, 3], [4, 5, 6])))
        out(sorted(['bb', 'a', 'ccc'], key=lambda s: -len(s)))
        out((lambda: None)())
        out((lambda *a, k=1, **kw: (a, k, kw))(1, 2, z=3))
        table = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b}
        out([table[op](6, 3) for op in '+-*'])
        out(fib.__name__)
        out((lambda: 0).__name__)
        def forever(n):
            return forever(n + 1)
        try:
            forever(0)
        except RecursionError as e:
            out(type(e).__name__)
        out(even(60))
