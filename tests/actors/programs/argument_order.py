"""Calls: arguments and defaults are evaluated in order, defaults once."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


log = []


def note(v):
    log.append(v)
    return v


def g(a=note('default a'), *, b=note('default b')):
    return a, b


def show(*args, **kw):
    return args, kw


def go(payload):
    out(log)
    out(g())
    out(g(1))
    out(log)
    del log[:]
    out(show(note(1), *[note(2)], k=note(3), **{'z': note(4)}))
    out(log)
    del log[:]
    d = {}
    d[note('key')] = note('value')
    out(log)
    del log[:]
    out(note(1) + note(2) * note(3))
    out(note(0) or note(5))
    out(note(1) if note(True) else note(9))
    out(note(1) < note(2) < note(3))
    out(note(5) < note(2) < note(3))
    out([note(7), note(8)][note(0)])
    out(log)
    del log[:]
    a, b = note(1), note(2)
    l = [0, 0]
    l[note(0)], l[note(1)] = note('x'), note('y')
    l[note(1)] += note('z')
    out(log)
    out(l)
