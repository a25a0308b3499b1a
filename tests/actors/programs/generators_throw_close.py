"""Generators: throw, close, finally inside, StopIteration turned into RuntimeError."""
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


def guarded():
    try:
        while True:
            try:
                got = yield 'ready'
                log.append(got)
            except ValueError as e:
                log.append('caught ' + str(e))
                yield 'handled'
    finally:
        log.append('closed')


def stubborn():
    try:
        yield 1
    except GeneratorExit:
        yield 2


def returns_on_close():
    try:
        yield 1
    except GeneratorExit:
        return 5


def inner():
    try:
        yield 'inner'
    except KeyError:
        yield 'inner caught'
    finally:
        log.append('inner done')


def outer():
    try:
        yield from inner()
    finally:
        log.append('outer done')


def go(payload):
    g = guarded()
    out(next(g))
    out(g.throw(ValueError('x')))
    out(next(g))
    out(g.send(7))
    out(g.close())
    out(log)
    out(list(g))
    out(g.close())
    g = guarded()
    next(g)
    try:
        g.throw(KeyError('out'))
    except KeyError as e:
        out(repr(e))
        out(log[-1])
    s = stubborn()
    next(s)
    tried(lambda: s.close())
    r = returns_on_close()
    next(r)
    out(r.close())
    o = outer()
    out(next(o))
    out(o.throw(KeyError('k')))
    out(list(o))
    out(log[-2:])
    o = outer()
    next(o)
    o.close()
    out(log[-2:])
    def stops():
        yield 1
        raise StopIteration('inside')
    g = stops()
    next(g)
    try:
        next(g)
    except RuntimeError as e:
        out(str(e))
        out(repr(e.__cause__))
    n = guarded()
    tried(lambda: n.throw(ValueError('before start')))
    out(log[-1])
    def sub():
        x = yield
        return x * 2
    def main():
        total = 0
        while True:
            total += yield from sub()
            log.append(total)
    m = main()
    next(m)
    for v in (1, 2, 3):
        m.send(v)
    out(log[-3:])
