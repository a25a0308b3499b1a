"""Generators: laziness, state, return values, conditions, pipelines."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


log = []


def count(n):
    log.append('started')
    for i in range(n):
        received = yield i
        if received is not None:
            log.append(('got', received))
    log.append('finished')
    return 'result'


def primes():
    seen = []
    n = 2
    while True:
        if all(n % p for p in seen):
            seen.append(n)
            yield n
        n += 1


def take(n, it):
    for _, v in zip(range(n), it):
        yield v


def tree(t):
    if t is not None:
        left, value, right = t
        yield from tree(left)
        yield value
        yield from tree(right)


def delegating():
    result = yield from count(2)
    yield ('sub returned', result)
    yield from [10, 20]
    yield from 'ab'
    return 5


class Program:
    def go(self, payload):
        g = count(3)
        out(log[:])
        out(next(g))
        out(log[:])
        out(g.send('hello'))
        out(next(g))
        try:
            next(g)
        except StopIteration as e:
            out(e.value)
            out(log)
        out(list(g))
        out(next(g, 'default'))
        out(list(take(8, primes())))
        out(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
        out(list(delegating()))
        out(sum(x * x for x in range(5)))
        out(list(x for x in 'ab' for y in range(2)))
        out(dict((k, 1) for k in 'ab'))
        out(max(len(w) for w in ['a', 'bbb']))
        out(','.join(str(i) for i in range(3)))
        out(any(i > 2 for i in range(10**6)))
        out(tuple(i for i in ()))
        g = (i for i in range(3))
        a, *b = g
        out(a)
        out(b)
        out(list(g))
        out(iter(g) is g)
        def empty():
            return
            yield
        out(list(empty()))
        tried(lambda: next(empty()))
        tried(lambda: count(1).send('too early'))
        def running():
            yield next(me)
        me = running()
        tried(lambda: next(me))
        def bad():
            yield 1
            1 // 0
        b = bad()
        out(next(b))
        tried(lambda: next(b))
        out(list(b))
        tried(lambda: len(g))
        tried(lambda: g[0])
