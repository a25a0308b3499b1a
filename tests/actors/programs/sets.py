"""set: methods, operators, comparison; shown sorted."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def show(s):
    return sorted(s, key=lambda v: (str(type(v)), v))


class Program:
    def go(self, payload):
        a, b = {1, 2, 3, 4}, {3, 4, 5}
        out(show(a | b))
        out(show(a & b))
        out(show(a - b))
        out(show(a ^ b))
        out(a <= b)
        out({3} < b)
        out(a >= {1})
        out(a == {4, 3, 2, 1})
        out(a.isdisjoint({9}))
        out(len(a))
        out(3 in a)
        out(set())
        out(set('a'))
        out({1})
        out(show(a.union([9], (8,))))
        out(show(a.intersection([1, 2])))
        out(show(a.difference([1], [2])))
        out(show(a.symmetric_difference([1, 9])))
        out({1}.issubset(a))
        out(a.issuperset([1]))
        a.add(10)
        a.add(1)
        a.discard(2)
        a.discard(99)
        a.remove(3)
        out(show(a))
        out(a.copy() == a)
        a.update([20, 21], {22})
        a |= {30}
        a &= set(range(25))
        a -= {20}
        a ^= {1, 2}
        out(show(a))
        a.difference_update([2])
        a.intersection_update({21, 22, 10, 4})
        a.symmetric_difference_update({4, 5})
        out(show(a))
        out(len({5}.pop.__self__) if False else {5}.pop())
        a.clear()
        out(a)
        out(bool(a))
        out(len({1, True, 1}))
        out(show({x % 3 for x in range(10)}))
        out({1, 2} == frozenset([1, 2]))
        out(len({(), (1,), ((),)}))
        tried(lambda: {1}.remove(2))
        tried(lambda: set().pop())
        tried(lambda: {[]})
        tried(lambda: {1} | [1])
        tried(lambda: {1} + {2})
        tried(lambda: set(5))
        tried(lambda: hash({1}))
        tried(lambda: {1} < [1])
        tried(lambda: {1}[0])
        tried(lambda: {1}.add([]))
        s = {1}
        try:
            for x in s:
                s.add(x + 1)
        except RuntimeError as e:
            out(str(e))
