# Big programs: what this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        p(type(e).__name__, e)
    else:
        p("no error", repr(r))


def sieve(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, n + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i): flags[j] = False
    return [i for i, f in enumerate(flags) if f]
p(sieve(100))
def qsort(l): return l if len(l) < 2 else qsort([x for x in l[1:] if x < l[0]]) + [l[0]] + qsort([x for x in l[1:] if x >= l[0]])
p(qsort([3, 6, 1, 8, 2, 9, 2]))
def hanoi(n, a, b, c, out):
    if n:
        hanoi(n - 1, a, c, b, out)
        out.append((a, c))
        hanoi(n - 1, b, a, c, out)
    return out
p(len(hanoi(8, "a", "b", "c", [])))
def lcg(seed):
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        yield seed
g = lcg(42); vals = [next(g) % 1000 for _ in range(200)]
p(vals[:10], sum(vals), sorted(vals)[:5], sorted(vals, key=lambda v: (v % 10, -v))[:8])
class Node:
    def __init__(self, key): self.key, self.left, self.right = key, None, None
    def insert(self, key):
        side = "left" if key < self.key else "right"
        child = getattr(self, side)
        if child is None: setattr(self, side, Node(key))
        else: child.insert(key)
    def __iter__(self):
        if self.left: yield from self.left
        yield self.key
        if self.right: yield from self.right
root = Node(500)
for v in vals: root.insert(v)
p(list(root) == sorted(vals + [500]))
class Ledger:
    def __init__(self): self.balances, self.log = {}, []
    def mint(self, who, n): self.balances[who] = self.balances.get(who, 0) + n
    def move(self, a, b, n):
        if self.balances.get(a, 0) < n: raise ValueError(f"{a} has {self.balances.get(a, 0)}, needs {n}")
        self.balances[a] -= n
        self.mint(b, n)
        self.log.append((a, b, n))
L = Ledger(); L.mint("x", 100)
for i in range(30):
    try: L.move("x", "y" if i % 2 else "z", i)
    except ValueError as e:
        p(e)
        break
p(L.balances, len(L.log))
def matmul(a, b): return [[sum(x * y for x, y in zip(r, c)) for c in zip(*b)] for r in a]
m = [[1, 1], [1, 0]]
r = [[1, 0], [0, 1]]
for _ in range(90): r = matmul(r, m)
p(r[0][1])
words = "the quick brown fox jumps over the lazy dog the end".split()
freq = {}
for w in words: freq[w] = freq.get(w, 0) + 1
p(sorted(freq.items(), key=lambda kv: (-kv[1], kv[0]))[:3])
def perms(s): return [s] if len(s) < 2 else [c + r for i, c in enumerate(s) for r in perms(s[:i] + s[i + 1:])]
p(perms("abc"))
def edit(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1): cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]
p(edit("kitten", "sitting"))
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
p([collatz(n) for n in range(1, 30)], max(range(1, 1000), key=collatz))
