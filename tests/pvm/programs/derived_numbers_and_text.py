# Classes of int, str, bytes, tuple, frozenset, bytearray: their data, their attributes, what they override.
import json
import pvm_host


def emit(text):
    pvm_host.emit_event("t", str(text).encode())


def tried(f, *args):
    try:
        emit(repr(f(*args)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


class N(int):
    pass


class Money(int):
    unit = "coin"

    def __new__(cls, value, unit=None):
        self = super().__new__(cls, value)
        if unit is not None:
            self.unit = unit
        return self

    def __add__(self, other):
        r = super().__add__(other)
        return r if r is NotImplemented else Money(r, self.unit)

    def __radd__(self, other):
        return ("radd", int(self), other)

    def __repr__(self):
        return f"Money({int(self)}, {self.unit!r})"


class Mod7(int):
    def __eq__(self, other):
        return int(self) % 7 == int(other) % 7

    def __hash__(self):
        return hash(int(self) % 7)


class S(str):
    def shout(self):
        return self.upper() + "!"


class Folded(str):
    def __eq__(self, other):
        return self.lower() == str(other).lower()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.lower())

    def __lt__(self, other):
        return self.lower() < str(other).lower()


class Told(str):
    def __str__(self):
        return "str:" + super().__str__()

    def __repr__(self):
        return "repr:" + super().__repr__()

    def __format__(self, spec):
        return "format:" + super().__format__(spec)

    def __len__(self):
        return 100 + super().__len__()

    def __getitem__(self, i):
        return ("item", super().__getitem__(i))

    def __contains__(self, x):
        return not super().__contains__(x)

    def __iter__(self):
        return iter(["i", *super().__iter__()])


class B(bytes):
    tag = 5


class T(tuple):
    def __new__(cls, *items):
        return super().__new__(cls, items)

    def __iter__(self):
        return iter([x * 2 for x in super().__iter__()])


class P(tuple):
    pass


class F(frozenset):
    pass


class A(bytearray):
    pass


class L(list):
    def __getitem__(self, i):
        return ("L", super().__getitem__(i))

    def __setitem__(self, i, v):
        super().__setitem__(i, v + 1)

    def __delitem__(self, i):
        super().__delitem__(i)

    def __eq__(self, other):
        return super().__eq__(other)

    def __len__(self):
        return super().__len__()

    def __contains__(self, x):
        return super().__contains__(x)

    def __iadd__(self, other):
        super().__iadd__(other)
        return self


class D(dict):
    def __eq__(self, other):
        return super().__eq__(other)

    def __getitem__(self, k):
        return super().__getitem__(k)

    def __repr__(self):
        return "D" + super().__repr__()

    def __len__(self):
        return super().__len__() + 1


def numbers():
    for v in (0, 1, -1, 5, 2 ** 62 - 1, 2 ** 62, -(2 ** 62), 2 ** 64, -(2 ** 200) + 1):
        n = N(v)
        emit((n, n == v, v == n, n != v, hash(n) == hash(v), type(n).__name__, bool(n), n is v))
        emit((n + 1, 1 + n, n * 2, -n, +n, ~n, abs(n), n // 3, n % 3, n & 6, n | 1, n ^ 3, n >> 1, n << 1))
        emit([type(x).__name__ for x in (n + 1, -n, +n, abs(n), int(n), n.real, n.conjugate(), round(n), n // 1)])
        emit((n < 3, n <= v, n > 3, n >= v, 3 < n, n in (v,), v in [n], {n: "a"}[v], {v: "b"}[n]))
        emit((str(n), repr(n), f"{n}", f"{n:>30}", "%d %s" % (n, n), format(n, "x"), hex(n), bin(n), json.dumps([n, {n: n}])))
        emit((n.bit_length(), divmod(n, 7), pow(n, 2), pow(n, 3, 11), isinstance(n, int), n.numerator, n.denominator))
    emit((N(), N("12"), N("ff", 16), N(True), N(b"7"), N(N(3)) is N(3), [10, 20, 30][N(1)], list(range(N(3))), "ab" * N(2)))
    emit((max(N(3), 2), sum([N(1), N(2)]), sorted([N(3), 1, N(2)]), N(3).to_bytes(2, "big"), N.from_bytes(b"\1\2", "big")))
    emit((type(N.from_bytes(b"a", "big")).__name__, type(B.fromhex("00ff")).__name__, type(A.fromhex("00")).__name__, type(D.fromkeys("ab", 1)).__name__, list(D.fromkeys("ab", 1).items()), issubclass(N, int), N.__name__, N(5).__add__(3), int.__add__(N(2), 3), N(2).__add__("x"), N(3) ** N(2), 2 ** N(3)))
    a = N(7)
    a.x = 1
    a.y = [2]
    emit((a.x, a.y, a.__dict__, vars_of(a), hasattr(a, "z")))
    del a.x
    tried(lambda: a.x)
    tried(setattr, 5, "x", 1)
    tried(N, "x")
    tried(N, 1, 2, 3)
    m = Money(5, "euro")
    emit((m, m + 2, 2 + m, m + m, m - 1, m.unit, Money(1).unit, Money.unit, m == 5, {m: 1}))
    tried(lambda: m + "x")
    emit((Mod7(8) == 1, 1 == Mod7(8), {Mod7(8): "x"}.get(15), {Mod7(1), Mod7(8), 15}, Mod7(8) in [1], [Mod7(3)].index(10)))


def vars_of(o):
    return sorted(o.__dict__.items(), key=str)


def texts():
    for v in ("", "a", "hello world", "äöü€𝄞", "Abc"):
        s = S(v)
        emit((s, s == v, v == s, hash(s) == hash(v), len(s), bool(s), {s: 1}.get(v), {v: 2}.get(s), s in (v,), s.isascii() and s.shout()))
        made = [s + "x", "x" + s, s * 1, s[:], s[0:], s.strip(), s.replace("q", "r"), s.ljust(0), s.zfill(0), s.upper(),
                s.lower(), str(s), s.removesuffix("zz"), s.removeprefix("zz"), s.partition("zz")[2], s.center(0),
                s.expandtabs(), s.join(["", ""]), f"{s}", s.translate({}), s.title(), s.casefold(), s.capitalize()
                ] if v.isascii() else [s + "x", s[:], str(s), f"{s}"]
        emit(made)
        emit([type(x).__name__ for x in made])
    s = S("key")
    s.note = "n"
    emit((s.note, s.__dict__, isinstance(s, str), s.encode(), json.dumps({s: s}), getattr(s, S("note")), "%s|%r" % (s, s)))
    emit((S(5), S(b"ab", "ascii"), S(), "".join([S("a")]), type("".join([S("a")])).__name__, S("a") < "b", "b" > S("a"), sorted([S("b"), "a"])))
    emit(({"key": 1}[s], {s: 1} == {"key": 1}, dict(**{s: 2}), "e" in s, s.find("y"), list(s), int(S("12")), S("a,b").split(",")))
    f = Folded("Key")
    emit((f == "KEY", "kEY" == f, {f: 1}.get(Folded("KEY")), f != "key", f in ["key"], sorted([Folded("b"), Folded("A")]), {Folded("x"), Folded("X")}))
    t = Told("ab")
    emit((str(t), repr(t), f"{t}", f"{t:>5}", f"{t!s}", "%s" % t, "%r" % t, len(t), t[0], "a" in t, "q" in t, list(t), [t], format(t), t + "", bool(Told(""))))
    emit((str.__len__(t), str.__repr__(t), str.upper(t), t == "ab", "ab" == t))


def rest():
    b = B(b"abc")
    b.tag = 6
    emit((b, b == b"abc", b"abc" == b, hash(b) == hash(b"abc"), {b: 1}[b"abc"], b.tag, b[0], b[1:], b + b"d", type(b + b"").__name__, B(3), B([1, 2]), b.hex()))
    emit((type(bytes(b)).__name__, bytes(b) == b, len(b), list(b), B("x", "utf-8"), b.decode(), isinstance(b, bytes)))
    t = T(1, 2, 3)
    t.z = 1
    emit((t, len(t), t[0], list(t), [*t], tuple(t), t.z, hash(t) == hash((1, 2, 3)), t == (1, 2, 3), sum(t), t + (4,), t * 2, t[1:], t.index(2)))
    x, y, z = t
    emit((x, y, z, max(t), sorted(t), 2 in t, 6 in t, set(t)))
    x, *y = t
    emit((x, y, dict([P((1, 2))]), {P((1, 2)): 5}[1, 2], P() == (), P([1]), type(P((1,))[:]).__name__, type(P((1,)) + ()).__name__))
    emit((P((1, 2)) < (1, 3), (1, 1) < P((1, 2)), "%s-%s" % P((1, 2)), isinstance(1, P((int, str))), json.dumps(P((1, 2))), repr(P((1,))), type(tuple(P((1,)))).__name__))
    f = F([1, 2, 1])
    f.k = 3
    emit((f, f == {1, 2}, {f: 1}[frozenset([1, 2])], f | {3}, type(f | {3}).__name__, f.k, len(f), type(frozenset(f)).__name__, 1 in f))
    a = A(b"xy")
    a.k = 4
    a += b"z"
    a[0] = 65
    emit((a == bytearray(b"Ayz"), a.k, len(a), type(a).__name__, bytes(a), isinstance(a, bytearray)))
    items = L([1, 2])
    items[0] = 5
    items += [7]
    del items[1]
    emit((items[0], items == [6, 7], len(items), 7 in items, list(items), items.__eq__(5), type(items).__name__))
    tried(hash, items)
    d = D(a=1)
    emit((d, d == {"a": 1}, d["a"], len(d), d | {"b": 2}, {"c": 1} | d, d.__eq__(1), bool(D())))


def refused():
    tried(lambda: int.__new__(str, 1))
    tried(lambda: object.__new__(int))
    tried(lambda: int.__new__(bool, 1))
    tried(lambda: int.__new__(5))
    tried(lambda: type("X", (bool,), {}))
    tried(lambda: type("X", (int, str), {}))
    tried(lambda: type("X", (int, N), {}))
    tried(lambda: type("X", (N, int), {})(3))
    tried(lambda: type("X", (int,), {"__slots__": ("a",)}))
    tried(lambda: setattr(type("X", (int,), {"__slots__": ()})(3), "a", 1))
    tried(lambda: type("X", (object,), {})(3))
    tried(lambda: type("X", (object,), {"__init__": lambda self: object.__init__(self, 1)})())
    tried(lambda: type("X", (int,), {"__init__": lambda self, a, b: None})(1, 2))
    tried(lambda: type("X", (int,), {"__init__": lambda self, v: super(type(self), self).__init__(v)})(1))


numbers()
texts()
rest()
refused()
