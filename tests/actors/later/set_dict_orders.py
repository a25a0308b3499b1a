"""dict views as sets, reversed views, popitem order, dict unions of subclasses, sets of tuples."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    a, b = dict.fromkeys('abc', 1), dict.fromkeys('bcd', 2)
    out(sorted(a.keys() - b), sorted(a.keys() | 'xyz'), a.keys().isdisjoint('xyz'), sorted(a.items() ^ b.items()), a.keys() <= {'a', 'b', 'c', 'd'}, list(reversed(a.keys())), list(reversed(a.values())), a.keys().mapping['a'])
    while a:
        out(a.popitem())
    out(sorted({(1, 2), (0, 5)} | {(1, 2)}), {1, 2} <= {1, 2, 3} <= {1, 2, 3}, frozenset('ab') | {'c'} == {'a', 'b', 'c'}, {1: {2, 3}} == {1: {3, 2}})
