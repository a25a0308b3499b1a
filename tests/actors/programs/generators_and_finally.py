"""Generators inside try, with and loops: what runs when they are left early."""
import pvm_host
from cowboy_sdk import actor


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Trace:
    log = []

    def __init__(self, name):
        self.name = name

    def __enter__(self):
        self.log.append('+' + self.name)
        return self

    def __exit__(self, kind, value, trace):
        self.log.append('-' + self.name + (':' + kind.__name__ if kind else ''))


def inner(n):
    with Trace('inner'):
        for i in range(n):
            try:
                yield i
            except LookupError as e:
                Trace.log.append(repr(e))
                yield 'recovered'
            finally:
                Trace.log.append(f'f{i}')


def outer(n):
    with Trace('outer'):
        got = yield from inner(n)
        Trace.log.append(('got', got))
        try:
            yield 'between'
        finally:
            yield 'last words'


def taken():
    log = list(Trace.log)
    del Trace.log[:]
    return log


@actor
class Program:
    def go(self, payload):
        out(list(outer(2)))
        out(taken())
        g = outer(3)
        out(next(g))
        out(g.throw(KeyError('k')))
        out(next(g))
        out(taken())
        g.close()
        out(taken())
        last = outer(0)
        out(next(last))
        out(taken())
        tried(lambda: last.close())
        out(taken())
        g = inner(2)
        next(g)
        tried(lambda: g.throw(ValueError('out')))
        out(taken())
        out(list(g))
        def returns_inside():
            for v in inner(5):
                if v == 1:
                    return v
        out(returns_inside())
        del Trace.log[:]
        def cleanup_order():
            try:
                with Trace('a'), Trace('b'):
                    try:
                        return 'r'
                    finally:
                        Trace.log.append('finally')
            finally:
                Trace.log.append('outer finally')
        out(cleanup_order())
        out(taken())
        def loops():
            for i in range(4):
                with Trace(str(i)):
                    try:
                        if i == 1:
                            continue
                        if i == 2:
                            break
                    finally:
                        Trace.log.append(('f', i))
            return i
        out(loops())
        out(taken())
        def nested_generators():
            def level(n):
                if n:
                    yield n
                    got = yield from level(n - 1)
                    yield ('got', got)
                return n * 10
            return list(level(3))
        out(nested_generators())
        def squares(limit):
            n = 0
            while (s := n * n) < limit:
                n += 1
                back = yield s
                if back:
                    n = back
        g = squares(200)
        out(next(g))
        out(next(g))
        out(g.send(10))
        out(list(g))
