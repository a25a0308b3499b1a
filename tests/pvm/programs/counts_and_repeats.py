# itertools.count and repeat: how they show themselves, what they give and refuse; what other library functions say of wrong arguments.
from functools import cmp_to_key, lru_cache, partial, singledispatch
from itertools import chain, count, groupby, islice, product, repeat, starmap, zip_longest
from operator import abs as absolute, length_hint
from typing import Sequence
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


for c in (count(), count(5), count(1, 2), count(-3, -1), count(0, True), count(True), count(10**30, 10**20), count(step=3, start=1)):
    emit(c, type(c).__name__, next(c), next(c), c, iter(c) is c, list(islice(c, 3)), c)
for args in (("x",), (0, "x"), (None,), (1, 2, 3)):
    try:
        count(*args)
    except TypeError as e:
        emit(type(e).__name__, str(e) if len(args) < 3 else "")
for r in (repeat(1), repeat("a", 3), repeat([], 0), repeat(None, -5), repeat((1,), times=2), repeat(object=5, times=True)):
    emit(r, type(r).__name__, iter(r) is r, list(islice(r, 2)), r, next(r, "end"), length_hint(r, -1), r)
tried(repeat)
tried(repeat, times=3)
tried(repeat, 1, "x")
tried(repeat, 1, None)
tried(len, count())
tried(len, repeat(1, 2))
tried(lambda: count()[0])
tried(lambda: repeat(1) + 1)
emit(list(map(pow, range(5), repeat(2))), list(zip(count(1), "ab")), dict(zip("ab", repeat(0))), sum(repeat(5, 4)), [*repeat("x", 2)], list(zip_longest("a", repeat(1, 3), fillvalue=0)))


class Step:
    def __index__(self):
        return 2

    def __radd__(self, other):
        return other + 2

    def __repr__(self):
        return "Step"


steps = count(1, Step())
emit(steps, next(steps), next(steps), steps)


class Mine(count):
    pass


emit(next(Mine(7)), isinstance(count(), count), list(chain(repeat(1, 2), islice(count(), 2))))
tried(groupby)
tried(lambda: list(starmap(pow, [1])))
tried(lambda: list(starmap(pow, [[2, 3], (2, 4), range(2, 4)])))
tried(lambda: list(product("a", repeat="x")))
tried(lambda: list(product("ab", repeat=True)))
tried(lambda: list(product("ab", repeat=-1)))
tried(partial)
tried(partial, 5)


class Far:
    def __abs__(self):
        return "far"

    def __ge__(self, other):
        return "ge"


@singledispatch
def said(value):
    return "anything"


emit(absolute(Far()), absolute(-5), absolute(5), absolute(True))
tried(absolute, "x")
tried(lambda: cmp_to_key(lambda a, b: 0)(1) < 2)
tried(lambda: cmp_to_key(lambda a, b: 0)(1) == 2)
tried(lambda: cmp_to_key(lambda a, b: a - b)(1) >= cmp_to_key(lambda a, b: 0)(1))
emit(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
tried(lru_cache, "x")
tried(chain.from_iterable, 5)
emit(list(chain.from_iterable(["ab", (1,)])))
tried(said.register, Sequence, len)
tried(said.register, Sequence)
