"""Iterators that a hook of what they walk goes on with; text searched from a place; numbers that __hash__ gives."""
import operator
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


def tried(function):
    try:
        out(function())
    except Exception as e:
        out(type(e).__name__ + ": " + str(e))


class Within:
    """Its __getitem__ goes on with the walk, once, and may fail."""

    def __init__(self, n, fails=None):
        self.n, self.fails, self.walk, self.again = n, fails, None, True

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        if self.walk is not None and self.again:
            self.again = False
            next(self.walk)
        if self.fails is not None and i == 1:
            raise self.fails("no")
        return i


for n in (1, 2, 3):
    w = Within(n)
    w.walk = reversed(w)
    tried(lambda: next(w.walk))
    tried(lambda: w.walk.__length_hint__())
    tried(lambda: operator.length_hint(w.walk))
for error in (ValueError, StopIteration, IndexError):
    walk = reversed(Within(4, error))
    for _ in range(5):
        tried(lambda: next(walk))
    tried(lambda: (operator.length_hint(walk), list(walk)))


# Sets and dicts ask no member for its hash again.
class Counted:
    asked = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Counted.asked += 1
        return hash(self.n)

    def __eq__(self, other):
        return self.n == other.n


members = [Counted(n) for n in range(6)]
a, b, d = set(members[:4]), set(members[2:]), dict.fromkeys(members)
Counted.asked = 0
for function in (lambda: len(a & b), lambda: len(a | b), lambda: len(a - b), lambda: len(a ^ b), lambda: a <= b,
                 lambda: a == set(a), lambda: a.isdisjoint(b), lambda: len(set(d)), lambda: len(frozenset(d)), lambda: d == dict(d),
                 lambda: len(a.intersection(b)), lambda: len(a.difference(d)), lambda: a.update(d), lambda: len(a)):
    tried(lambda: (function(), Counted.asked))

# Text and bytes from a place on.
text = "a,bb,,ccc,d" * 40
wide = "ä,bb,,ccç,d" * 40
for s in (text, wide):
    found, at = [], s.find(",")
    while at >= 0:
        found.append(at)
        at = s.find(",", at + 1)
    out((len(found), found[:5], found[-1]))
    for args in (("cc", 100), ("cc", 100, 104), ("", 5), ("", 500), ("zz",), ("d" + s[:30], 3), (s,), (s[1:], 1), ("a", -3), ("d", -1), ("", 10, 5)):
        for name in ("find", "rfind", "index", "count", "startswith", "endswith"):
            tried(lambda: (name, len(args), getattr(s, name)(*args)))
long = "x" * 3000 + "needle" + "y" * 3000
for what in ("needle", "needley", "xneedle", "x" * 1500 + "needle", "x" * 2990 + "needleyyy", "nope", "y" * 3000, "y" * 3001):
    out((long.find(what), long.find(what, 1000), long.rfind(what), what in long, long.encode().find(what.encode()), long.partition(what)[0] == long))


class Hashed:
    def __init__(self, h):
        self.h = h

    def __hash__(self):
        return self.h


for h in (0, -1, 5, 2 ** 61 - 1, 2 ** 61, 2 ** 62 + 5, -(2 ** 62), 2 ** 63 - 1, -(2 ** 63), 2 ** 63, 2 ** 64, -(2 ** 64)):
    out(hash(Hashed(h)))
key = Hashed(2 ** 62 + 5)
out(({key: 1}[key], key in {key}))

array = bytearray(b"ab")
same = array
for i in range(300):
    array += bytes([i % 256])
array += b""
out((array is same, len(array), array[:5], array[-3:]))
out(type(array + b"x").__name__)


# Sets that are emptied from the front, and filled meanwhile.
todo, seen = set(range(40)), []
while todo:
    n = todo.pop()
    seen.append(n)
    if n % 7 == 3 and n < 100:
        todo.add(n + 100)
    todo.discard(n + 2)
    if n % 11 == 0:
        todo.add(n)
        todo.discard(n)
out((len(seen), sum(seen), len(todo)))
todo = {1}
for i in range(30):
    out(todo.pop())
    todo.add(i)
    todo.add(i)
tried(lambda: set().pop())

# Hashing piece by piece, and templates with long text between their fields.
import hashlib
import string
for name in ("sha256", "sha3_256"):
    h, whole = hashlib.new(name), b""
    for i in range(60):
        piece = bytes([i]) * (i * 3)
        h.update(piece)
        whole += piece
    half = h.copy()
    half.update(b"more")
    out((h.hexdigest() == hashlib.new(name, whole).hexdigest(), half.hexdigest() == hashlib.new(name, whole + b"more").hexdigest()))
for name in ("md5x", 5, None):
    tried(lambda: hashlib.new(name))
for template in ("", "x" * 50, "a{}b", "{{", "a{{b}}c{0}d{1!r:>5}e", "}}{{", "a{b", "a}b", "é" * 20 + "{0}" + "ü" * 5 + "{{}}", "{0}{1}{0}", "x{0[}]}y", "a{0:{1}}b", "a}}b" + "c" * 70 + "{0}"):
    tried(lambda: list(string.Formatter().parse(template)))
    tried(lambda: string.Formatter().format(template, "one", 2))
    tried(lambda: string.Formatter().format(template, {"}": 1}, 9))
