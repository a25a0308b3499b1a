"""Dynamic programming: edit distance, knapsack, longest common subsequence, partitions, coins."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def edit(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def common(a, b):
    table = [[''] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + x if x == y else max(table[i + 1][j], table[i][j + 1], key=len)
    return table[-1][-1]


def partitions(n, most=None):
    if n == 0:
        yield []
    for k in range(min(n, most or n), 0, -1):
        for rest in partitions(n - k, k):
            yield [k] + rest


def knapsack(items, room):
    best = [0] * (room + 1)
    for weight, value in items:
        for r in range(room, weight - 1, -1):
            best[r] = max(best[r], best[r - weight] + value)
    return best[room]


class Program:
    def go(self, payload):
        out(edit('kitten', 'sitting'))
        out(edit('', 'abc'))
        out(edit('same', 'same'))
        out(common('AGGTAB', 'GXTXAYB'))
        out(list(partitions(5)))
        out(len(list(partitions(12))))
        out(knapsack([(5, 10), (4, 40), (6, 30), (3, 50)], 10))
        ways = [1] + [0] * 100
        for coin in (1, 5, 10, 25, 50):
            for n in range(coin, 101):
                ways[n] += ways[n - coin]
        out(ways[100])
        triangle = [[1]]
        for _ in range(12):
            triangle.append([1] + [a + b for a, b in zip(triangle[-1], triangle[-1][1:])] + [1])
        out(triangle[-1])
        out(sum(triangle[-1]))
