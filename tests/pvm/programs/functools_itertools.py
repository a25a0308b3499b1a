# Functools itertools: what this prints, CPython prints.
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


import functools, itertools, operator, string
from functools import reduce, partial, wraps, lru_cache, cmp_to_key
p(reduce(lambda a, b: a + b, [1, 2, 3]), reduce(lambda a, b: a * b, [], 7), partial(lambda a, b, c=0: (a, b, c), 1, c=5)(2), sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a))); err(reduce, lambda a, b: a, [])
def deco(f):
    @wraps(f)
    def w(*a): return f(*a)
    return w
@deco
def named(): "doc here"
p(named.__name__, named.__doc__)
calls = []
@lru_cache(maxsize=None)
def slow(n):
    calls.append(n)
    return n * 2
p(slow(1), slow(1), slow(2), calls)
@functools.total_ordering
class T:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
    def __lt__(self, o): return self.x < o.x
p(T(1) > T(2), T(1) <= T(1), T(3) >= T(2))
class CP:
    @functools.cached_property
    def v(self):
        calls.append("cp")
        return 5
c = CP(); p(c.v, c.v, calls)
I = itertools
p(list(I.chain([1], "ab")), list(I.chain.from_iterable([[1], [2]])), list(I.islice(I.count(5), 3)), list(I.islice("abcdef", 1, 5, 2)), list(I.islice("abc", 2)), list(I.repeat(1, 3)), list(I.islice(I.cycle("ab"), 5)), list(I.accumulate([1, 2, 3])), list(I.accumulate([1, 2, 3], lambda a, b: a * b, initial=10)), list(I.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(I.dropwhile(lambda x: x < 3, [1, 2, 3, 1])), list(I.filterfalse(None, [0, 1])), list(I.starmap(pow, [(2, 3)])), list(I.pairwise([1, 2, 3])), list(I.zip_longest([1, 2], "a", fillvalue="-")), [(k, list(g)) for k, g in I.groupby("aabbc")], [(k, list(g)) for k, g in I.groupby([1, 3, 2, 4], lambda x: x % 2)], list(I.product("ab", [1, 2])), list(I.product([0, 1], repeat=2)), list(I.permutations([1, 2, 3])), list(I.permutations("abc", 2)), list(I.combinations("abcd", 2)), list(I.combinations_with_replacement("ab", 2)), list(I.compress("abc", [1, 0, 1])), [list(t) for t in I.tee([1, 2])])
O = operator
p(O.add(1, 2), O.itemgetter(1)([5, 6]), O.itemgetter(0, 2)("abc"), O.attrgetter("real")(5), O.methodcaller("upper")("a"), O.mul(3, 4), O.neg(5), O.contains([1], 1), sorted([(1, "b"), (2, "a")], key=O.itemgetter(1)), O.not_(0), O.lt(1, 2), O.getitem([1, 2], 0))
p(string.ascii_lowercase, string.digits, string.hexdigits, string.punctuation, string.capwords("hello world"))
