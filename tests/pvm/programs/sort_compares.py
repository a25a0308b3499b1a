# Sorting compares the same pairs in the same order as CPython's, also where comparisons contradict each other or fail.
import functools
import pvm_host


def show(*values): pvm_host.emit_event('', ' '.join([repr(v) for v in values]).encode())


class Seen:
    """A value whose comparisons are written down; some lie, some fail."""
    log, lie, fail_at = 0, 0, 0
    def __init__(self, n): self.n = n
    def __repr__(self): return str(self.n)
    def __lt__(self, other):
        Seen.count += 1
        Seen.log = (Seen.log * 31 + self.n * 1009 + other.n + 1) % 1000000007
        if Seen.count == Seen.fail_at: raise ValueError(self.n, other.n)
        if Seen.lie and Seen.count % Seen.lie == 0: return not self.n < other.n
        return self.n < other.n


def noise(seed):
    while True:
        seed = seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        yield seed >> 33


def shapes(n, seed):
    r = noise(seed)
    yield 'noise', [next(r) % 1000 for _ in range(n)]
    yield 'few', [next(r) % 4 for _ in range(n)]
    yield 'up', list(range(n))
    yield 'down', list(range(n, 0, -1))
    yield 'equal', [7] * n
    yield 'saw', [i % 17 for i in range(n)]
    yield 'tent', list(range(n // 2)) + list(range(n // 2, 0, -1))
    nearly = list(range(n))
    for _ in range(n // 20 + 1):
        at = next(r) % max(n, 1)
        if n: nearly[at] = next(r) % (n + 1)
    yield 'nearly', nearly
    yield 'runs', [i for k in range(8) for i in range(next(r) % 9, n // 8 + next(r) % 9)]
    yield 'blocks', [(i // 40 * 7919 + i) % 1000 for i in range(n)]


for n in (0, 1, 2, 3, 5, 16, 31, 63, 64, 65, 100, 130, 257, 600):
    for name, numbers in shapes(n, n):
        for reverse in (False, True):
            Seen.count = Seen.log = Seen.lie = Seen.fail_at = 0
            items = [Seen(x) for x in numbers]
            items.sort(reverse=reverse)
            compared = Seen.count
            show(n, name, reverse, compared, Seen.log, [i.n for i in items] == sorted(numbers, reverse=reverse))
            for lie in (2, 3, 7):
                Seen.count = Seen.log = 0
                Seen.lie = lie
                items = [Seen(x) for x in numbers]
                items.sort(reverse=reverse)
                show(Seen.count, Seen.log, items[:8], items[-8:])
            Seen.lie = 0
            for part in (0, compared // 3, compared * 9 // 10):
                Seen.count, Seen.fail_at = 0, part + 1
                items = [Seen(x) for x in numbers]
                try: items.sort(reverse=reverse)
                except ValueError as e: show(e.args, items[:20], items[-20:], sum([i * x.n for i, x in enumerate(items)]))
            Seen.fail_at = 0

# Other kinds of keys, stable in both directions.
r = noise(5)
pairs = [(next(r) % 10, i) for i in range(300)]
for reverse in (False, True):
    show(sorted(pairs, key=lambda p: p[0], reverse=reverse)[:40])
    show(sorted(pairs, key=lambda p: str(p[0]), reverse=reverse)[-40:])
    show(sorted(pairs, key=functools.cmp_to_key(lambda a, b: a[0] - b[0]), reverse=reverse)[100:140])
    show(sorted([(a, str(b)) for a, b in pairs], reverse=reverse)[:10])
sets = [{next(r) % 5 for _ in range(next(r) % 4)} for _ in range(90)]
sets.sort()
show([sorted(s) for s in sets])
for mixed in ([3, 'a', 1], [1, 2, 'a', None], [None, 1], ['b', 'a', 3, 1], [(1, 'a'), (1, 2), (0,)], [2, 1, [], 0], list(range(70)) + ['x', None], [5, 4, 3, 'x', 2]):
    try: mixed.sort()
    except TypeError as e: show(str(e), mixed)
    try: mixed.sort(reverse=True)
    except TypeError as e: show(str(e), mixed)
    try: show(sorted(mixed, key=str, reverse=True))
    except TypeError as e: show(str(e))
