# Builtins misc: what this prints, CPython prints.
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


p(len("abc"), abs(-5), sum([1, 2], 10), sum([[1], [2]], []), min(3, 1, 2), max([1, 5, 2]), min("b", "a"), max([1, 2], key=lambda x: -x), min([], default="d"), max((1, 2), (1, 3)), any([]), all([]), any([0, 1]), all([1, 0]), sorted([3, 1, 2], reverse=True), list(zip([1, 2], "ab", (3, 4))), list(map(lambda x: x + 1, [1, 2])), list(filter(lambda x: x > 1, [1, 2, 3])), list(enumerate("ab")), list(enumerate("ab", start=1)), list(reversed([1, 2, 3])), list(reversed("abc")), repr("x"), ascii("é"), chr(97), ord("a"), hex(10), bin(2), oct(8), divmod(7, 2), pow(2, 3), pow(2, 3, 5), round(5), callable(len), isinstance(5, int), hash(1) == 1, iter([1]).__class__.__name__, next(iter([5])), type(5).__name__, type("").__name__, type(None).__name__, type([]), type(type), bool(1), str(5), int("5"), list("ab"), tuple("ab"), dict(a=1), set([1]), frozenset([1]), bytes(2), bytearray(1), object.__name__, format(5, "03"), getattr("a", "upper")(), hasattr("a", "zz"))
err(lambda: sum(["a"])); err(lambda: sum("ab")); err(lambda: max([])); err(lambda: min()); err(lambda: max(1, 2, default=3)); err(lambda: len()); err(lambda: len(1, 2)); err(lambda: abs("a")); err(lambda: sorted(5)); err(lambda: zip(1)); err(lambda: map(1)); err(lambda: list(map(5, [1]))); err(lambda: enumerate()); err(lambda: reversed(5)); err(lambda: reversed({1})); err(lambda: iter()); err(lambda: next([])); err(lambda: next(iter([]))); err(lambda: isinstance(5)); err(lambda: getattr(5)); err(lambda: getattr(5, "x")); err(lambda: getattr(5, 5)); err(lambda: hash([])); err(lambda: ord(5)); err(lambda: list(zip([1], [1, 2], strict=True))); err(lambda: hex("a")); err(lambda: round("a")); err(lambda: int(x=5)); err(lambda: str(1, 2, 3, 4)); err(lambda: bool(1, 2)); err(lambda: tuple(1, 2)); err(lambda: dict(1, 2)); err(lambda: divmod(1)); err(lambda: filter(1)); err(lambda: pow(2)); err(lambda: print_me()); err(lambda: super()); err(lambda: property(1).x)
a = [3, 1]; it = iter(a); a.append(9); p(list(it)); p(list(zip()), list(zip([1])), list(iter([1, 2, 3].pop, 1)))
z = zip([1, 2, 3], [1, 2]); p(next(z), list(z)); m = map(str, [1]); p(next(m)); err(lambda: next(m))
s = "abc"; p([s[i] for i in range(len(s))], s.__len__(), [1].__len__(), {1: 2}.__contains__(1), (5).__class__.__name__ if False else "x")
p(str(len), repr(int), repr(ValueError), [int, str], Ellipsis, ..., NotImplemented, str(...))
p(sorted([True, 0, 5, False]), sorted(["b", "A", "a"], key=str.lower), list(map(str.upper, "ab")), list(map(int, "123")), sorted({"b": 1, "a": 2}.items()), sorted([(1, "b"), (1, "a")], key=lambda t: t[0]), dict.get({1: 2}, 1), str.join("-", ["a", "b"]), list.append is list.append)
