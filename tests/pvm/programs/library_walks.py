# Iterators of itertools: they go on after an exception of what they call or walk, or end, as each does in CPython.
from itertools import (accumulate, chain, combinations, combinations_with_replacement, compress, count, cycle, dropwhile, filterfalse, groupby, islice,
                       pairwise, permutations, product, repeat, starmap, takewhile, tee, zip_longest)
import itertools
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


def steps(name, it, n=9):
    seen = []
    for _ in range(n):
        try:
            item = next(it)
            if type(it) is groupby:
                item = item[0], list(item[1]) if len(seen) % 2 else "group"
            seen.append(repr(item))
        except Exception as e:
            seen.append(type(e).__name__ + repr(e.args))
    emit(name, type(it).__name__, type(it), iter(it) is it, " ".join(seen))


class Rough:
    # Every third item is an exception, every seventh an early end.
    def __init__(self, n=20, error=ValueError):
        self.at, self.n, self.error = 0, n, error

    def __iter__(self):
        return self

    def __next__(self):
        self.at += 1
        if self.at > self.n or self.at % 7 == 0:
            raise StopIteration
        if self.at % 3 == 0:
            raise self.error if self.error is StopIteration else self.error(self.at)
        return self.at


def rough(*args):
    if args[-1] % 4 == 2:
        raise KeyError(*args)
    if args[-1] % 5 == 4:
        raise StopIteration(*args)
    return args[-1] % 2


def at_once(f):
    def call(*args):
        return f(*args)
    return call


for error in (ValueError, StopIteration, IndexError):
    for name, make in (("starmap", lambda it: starmap(rough, ((i, i) for i in range(30)))), ("takewhile", lambda it: takewhile(rough, iter([1, 2, 3, 4, 5, 1]))),
                       ("dropwhile", lambda it: dropwhile(rough, iter([1, 2, 3, 4, 8, 2, 4]))), ("filterfalse", lambda it: filterfalse(rough, range(20))),
                       ("accumulate", lambda it: accumulate(range(20), rough)), ("accumulate of", lambda it: accumulate(it)),
                       ("accumulate from", lambda it: accumulate(it, initial=100)), ("chain", lambda it: chain(it, [7, 8], it)),
                       ("chain of iterables", lambda it: chain.from_iterable(repeat(i, 2) for i in [1, 2])), ("compress", lambda it: compress(it, repeat(1))),
                       ("compress by", lambda it: compress(count(), it)), ("cycle", lambda it: cycle(it)), ("tee", lambda it: tee(it)[0]),
                       ("islice", lambda it: islice(it, 1, None, 2)), ("islice to", lambda it: islice(it, 4)), ("groupby", lambda it: groupby(it)),
                       ("groupby key", lambda it: groupby(range(20), rough)), ("zip_longest", lambda it: zip_longest(it, "abcdefghij")),
                       ("zip_longest two", lambda it: zip_longest("ab", [1, 2, 3], repeat(0, 4), fillvalue=it.n)), ("pairwise", lambda it: pairwise(it)),
                       ("starmap of", lambda it: starmap(rough, it)), ("takewhile of", lambda it: takewhile(bool, it)), ("dropwhile of", lambda it: dropwhile(str.isdigit, it)),
                       ("filterfalse of", lambda it: filterfalse(None, it)), ("map", lambda it: map(rough, range(20))), ("chained wrong", lambda it: chain([1], 5, [2]))):
        steps(name, make(Rough(error=error)), 14)


for make in (lambda: product("ab", [1, 2]), lambda: product(repeat=2), lambda: product("ab", repeat=2), lambda: product("ab", ""), lambda: product("ab", "", repeat=0), lambda: product([1]),
             lambda: permutations("abc"), lambda: permutations("abcd", 2), lambda: permutations("abc", 0), lambda: permutations("abc", 4), lambda: permutations("", 0), lambda: permutations([]),
             lambda: combinations("abcd", 2), lambda: combinations("abc", 3), lambda: combinations("abc", 0), lambda: combinations("abc", 4), lambda: combinations("abc", 10**5),
             lambda: combinations_with_replacement("abc", 2), lambda: combinations_with_replacement("", 0), lambda: combinations_with_replacement("", 10**5),
             lambda: combinations_with_replacement("ab", 3), lambda: combinations_with_replacement("abc", 0), lambda: permutations(range(5), 3)):
    it = make()
    emit(type(it), list(it), next(it, "end"))

for args in ((2,), (None,), (1, 3), (1, None), (0, None, 3), (1, 8, 3), (3, 3), (5, 2), (0, 0), (2**61, None), (0, 5, 2**62), (0, None, 2**63 - 1), (5, None, 2**63 - 1), (0, 2**63 - 1, 2**62)):
    source = iter(range(10))
    emit(args, [*islice(source, *args)], list(source))
for args in ((), ("a",), (-1,), (0, -1), (-1, 2), (0, 1, 0), (0, 1, -1), ("a", 2), (2, "a"), (0, 1, "a"), (2**63,), (0, 2**63), (1, 2, 3, 4), (True,), (-2,), (0, -5)):
    tried(lambda: list(islice([1, 2, 3], *args)))


class Place:
    def __init__(self, at):
        self.at = at

    def __index__(self):
        if self.at is None:
            raise KeyError("place")
        return self.at


tried(lambda: list(islice(range(9), Place(1), Place(8), Place(3))))
tried(lambda: list(islice(range(9), Place(None))))
tried(lambda: list(islice(range(9), Place(None), 5)))
tried(lambda: list(islice(range(9), 0, 5, Place(None))))

for f in (accumulate, chain, combinations, combinations_with_replacement, compress, cycle, dropwhile, filterfalse, groupby, pairwise, permutations, starmap, takewhile, tee, repeat):
    if f is not chain:
        tried(f)
        tried(f, 5, 5)
        tried(f, 1, 2, 3, 4)
    if f is not tee:
        tried(f, [1], other=2)
tried(zip_longest, 5)
tried(zip_longest, [1], other=2)
tried(zip_longest, [1], fillvalue=2, other=2)
tried(product, 5)
tried(product, "a", other=2)
tried(product, "a", repeat=1, other=2)
tried(product, "a", repeat=2**62)
tried(tee, [1], -1)
tried(tee, 5, 0)
tried(tee, [1], "a")
tried(permutations, "abc", -1)
tried(permutations, "abc", "a")
tried(combinations, "abc", -1)
tried(combinations, "abc", "a")
tried(combinations, "abc", r=None)
tried(combinations_with_replacement, "abc", -1)
tried(list, accumulate([1, 2], initial=None, func=None))
tried(list, accumulate(iterable="ab", func=lambda a, b: b + a))
tried(list, compress(data="abc", selectors=[0, 1, 1]))
tried(list, combinations(iterable="abc", r=2))
tried(list, filterfalse(bool, [0, 1, "", "a"]))
tried(list, accumulate([[1], [2]], initial=[]))
tried(list, accumulate([1, "a"]))

# Groups share their walk: the next group, and what another iterator takes, end what came before.
groups = groupby("aabbccd")
first, second = next(groups), next(groups)
emit(first[0], list(first[1]), second[0], next(second[1]), next(groups)[0], list(second[1]), next(groups)[0], next(groups, "end"))
emit(type(second[1]).__name__, [(k, len(list(g))) for k, g in groupby([1, 1, True, 2])], [k for k, g in groupby("AaBb", str.lower)])

# Tees walk what they are made of once; a tee of a tee begins where that one is.
a, b = tee(Rough(6, StopIteration))
emit(type(a).__name__, next(a), next(a))
c, d = tee(a)
emit(c is a, next(b), [next(x, "end") for x in (c, d, b)])
for x in (a, b, c, d):
    steps("tee", x, 6)
emit(tee([1], 0), len(tee([1], 5)), [list(x) for x in tee("abc", 3)])


class Again:
    def __iter__(self):
        return self

    def __next__(self):
        return next(self.of)


again = Again()
again.of = tee(again)[0]
tried(next, again)


class Asks:
    # Asks what walks it for an item while it is asked for one.
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 6:
            raise StopIteration
        if self.n in (2, 4):
            next(self.of, None)
        return self.n


for make in (chain, lambda r: islice(cycle(r), 12), accumulate, lambda r: compress(r, repeat(1)), lambda r: dropwhile(lambda x: x < 1, r), lambda r: takewhile(lambda x: x < 9, r),
             lambda r: filterfalse(None, r), lambda r: starmap(lambda *a: a, zip(r)), lambda r: islice(r, 0, None), groupby, lambda r: zip_longest(r, "abc"), pairwise):
    asks = Asks()
    asks.of = make(asks)
    steps("asks", asks.of)


class Copied:
    def __init__(self, at=0):
        self.at = at

    def __iter__(self):
        return self

    def __next__(self):
        self.at += 1
        if self.at > 3:
            raise StopIteration
        return self.at

    def __copy__(self):
        return Copied(self.at + 1)


emit([type(x).__name__ for x in tee(Copied(), 3)], [list(x) for x in tee(Copied(), 3)])


# Classes that derive from them.
class Evens(count):
    kind = "evens"

    def __new__(cls, start=0):
        made = super().__new__(cls, start, 2)
        made.begun = start
        return made

    def __next__(self):
        return super().__next__() * 10


class Joined(chain):
    def both(self):
        return list(self)


evens = Evens(4)
emit(evens, evens.begun, evens.kind, next(evens), next(evens), list(islice(evens, 2)), isinstance(evens, count), evens.__dict__)
emit([x for x, _ in zip(evens, "ab")], Joined("ab", "c").both(), type(Joined.from_iterable(["ab"])).__name__, Joined.from_iterable(["ab", "c"]).both())
for each in (chain, count, accumulate, product, zip_longest, groupby, islice, starmap):
    emit(each.__name__, each.__module__, getattr(each, "__qualname__"), isinstance(each, type))
tried(lambda: chain().send(None))
tried(lambda: islice([1], 1)[0])
tried(lambda: len(product("ab")))
tried(lambda: cycle([]) + 1)
tried(lambda: setattr(repeat(1), "a", 1))
tried(lambda: list(cycle([])))
emit(chain() == chain(), bool(chain()), len({repeat(1), repeat(1)}), isinstance(iter("a"), chain))
