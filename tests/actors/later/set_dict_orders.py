"""dict views as sets, reversed views, popitem order, dict unions of subclasses, sets of tuples."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        a, b = dict.fromkeys('abc', 1), dict.fromkeys('bcd', 2)
        out(sorted(a.keys() - b))
        out(sorted(a.keys() | 'xyz'))
        out(a.keys().isdisjoint('xyz'))
        out(sorted(a.items() ^ b.items()))
        out(a.keys() <= {'a', 'b', 'c', 'd'})
        out(list(reversed(a.keys())))
        out(list(reversed(a.values())))
        out(a.keys().mapping['a'])
        while a:
            out(a.popitem())
        out(sorted({(1, 2), (0, 5)} | {(1, 2)}))
        out({1, 2} <= {1, 2, 3} <= {1, 2, 3})
        out(frozenset('ab') | {'c'} == {'a', 'b', 'c'})
        out({1: {2, 3}} == {1: {3, 2}})
