# Fibonacci, Ackermann in small, the ways to change money: calls that call themselves.
def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def ways(amount, coins, kinds):
    if amount == 0:
        return 1
    if amount < 0 or kinds == 0:
        return 0
    return ways(amount, coins, kinds - 1) + ways(amount - coins[kinds - 1], coins, kinds)


def run(payload):
    found = [fibonacci(23), ackermann(2, 60), ways(200, [1, 5, 10, 25, 50], 5)]
    return str(found).encode()
