# Set basic: what this prints, CPython prints.
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


s = {3, 1, 2}
p(len(s), 1 in s, sorted(s | {5}), sorted(s & {1, 9}), sorted(s - {1}), sorted(s ^ {1, 7}), s == {1, 2, 3}, s <= {1, 2, 3, 4}, s < s, s >= {1}, {1} < s, s.isdisjoint({9}), s.issubset({1, 2, 3}), s.issuperset([1]), set(), set("a"), frozenset([1]), {1}, hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): 2}[frozenset([1])])
s.add(4); s.discard(99); s.discard(1); s.remove(2); s.update([7, 8], (9,)); p(sorted(s)); s |= {20}; s &= {3, 4, 20}; s -= {3}; s ^= {5}; p(sorted(s)); p(sorted(s.union([1], [2])), sorted(s.intersection([4, 5])), sorted(s.difference([4])), sorted(s.symmetric_difference([4, 100])), sorted({x % 3 for x in range(10)}), sorted({*[1, 2], *[2, 3]}))
t = {1}; p(t.pop(), t); c = s.copy(); c.clear(); p(c, bool(c), sorted(s))
err(lambda: {[]}); err(lambda: set().pop()); err(lambda: {1}.remove(5)); err(lambda: {1} + {2}); err(lambda: set(5)); err(lambda: {1} < 5); err(lambda: hash({1})); err(lambda: {1} | [2]); err(lambda: set(1, 2)); err(lambda: {1}.add(2, 3)); err(lambda: frozenset([1]).add(1))
p(type(frozenset([1]) | {2}).__name__, type({1} | frozenset([2])).__name__, frozenset([1]) == {1}, repr(frozenset()), repr(set()))
