"""Matrices and permutations: products, determinants, transposes, spirals, queens, sudoku-like search."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def times(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


def power(m, n):
    result = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n & 1:
            result = times(result, m)
        m, n = times(m, m), n >> 1
    return result


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** c * m[0][c] * determinant([row[:c] + row[c + 1:] for row in m[1:]]) for c in range(len(m)))


def queens(n, placed=()):
    row = len(placed)
    if row == n:
        yield placed
        return
    for col in range(n):
        if all(col != c and row - r != abs(col - c) for r, c in enumerate(placed)):
            yield from queens(n, placed + (col,))


def spiral(m):
    out = []
    while m:
        out += m.pop(0)
        m = [list(r) for r in zip(*m)][::-1]
    return out


def life(cells):
    counts = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    counts[x + dx, y + dy] = counts.get((x + dx, y + dy), 0) + 1
    return {c for c, n in counts.items() if n == 3 or n == 2 and c in cells}


class Program:
    def go(self, payload):
        m = [[1, 2], [3, 4]]
        out(times(m, m))
        out(power([[1, 1], [1, 0]], 90)[0][1])
        out(determinant([[2, 0, 1], [1, 3, 2], [1, 1, 4]]))
        out(list(queens(5)))
        out(len(list(queens(6))))
        out(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
        out([list(r) for r in zip(*m)])
        cells = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
        for _ in range(4):
            cells = life(cells)
        out(sorted(cells))
