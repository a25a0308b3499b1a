"""itertools: chain, islice, count, cycle, repeat, accumulate, product, combinations, groupby and others."""
import itertools as it
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    out(list(it.chain([1], 'ab', ())))
    out(list(it.chain.from_iterable([[1, 2], [3]])))
    out(list(it.islice(range(10), 3)))
    out(list(it.islice(range(10), 2, 8, 2)))
    out(list(it.islice(it.count(5, 3), 3)))
    out(list(it.islice(it.cycle('ab'), 5)))
    out(list(it.repeat('x', 3)))
    out(list(it.accumulate([1, 2, 3])))
    out(list(it.accumulate([1, 2, 3], lambda a, b: a * b, initial=10)))
    out(list(it.product('ab', [1, 2])))
    out(list(it.product([0, 1], repeat=2)))
    out(list(it.permutations('abc', 2)))
    out(len(list(it.permutations(range(4)))))
    out(list(it.combinations('abcd', 2)))
    out(list(it.combinations_with_replacement('ab', 2)))
    out([(k, list(g)) for k, g in it.groupby('aabbbc')])
    out([(k, list(g)) for k, g in it.groupby([1, 3, 2, 4], key=lambda v: v % 2)])
    out(list(it.takewhile(lambda v: v < 3, [1, 2, 5, 1])))
    out(list(it.dropwhile(lambda v: v < 3, [1, 2, 5, 1])))
    out(list(it.filterfalse(lambda v: v % 2, range(5))))
    out(list(it.zip_longest('ab', [1, 2, 3], fillvalue='-')))
    out(list(it.starmap(pow, [(2, 3), (3, 2)])))
    out(list(it.compress('abcd', [1, 0, 1, 0])))
    out(list(it.pairwise([1, 2, 3])))
    a, b = it.tee([1, 2, 3])
    out(next(a))
    out(list(b))
    out(list(a))
    tried(lambda: list(it.islice([1], -1)))
    tried(lambda: list(it.combinations([1], -1)))
    tried(lambda: it.chain(5).__next__())
