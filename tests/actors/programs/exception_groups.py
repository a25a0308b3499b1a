"""Exception groups and except*."""
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
    log = []
    try:
        raise ExceptionGroup('many', [ValueError('a'), KeyError('b'), ExceptionGroup('inner', [ValueError('c'), TypeError('d')])])
    except* ValueError as g:
        log.append(('value', [str(e) for e in g.exceptions], repr(g)))
    except* (KeyError, TypeError) as g:
        log.append(('others', len(g.exceptions), g.message))
    out(log)
    g = ExceptionGroup('g', [ValueError(1), TypeError(2)])
    out(str(g))
    out(g.exceptions)
    out(g.split(ValueError))
    out(g.subgroup(TypeError))
    out(isinstance(g, Exception))
    try:
        try:
            raise g
        except* ValueError:
            pass
    except ExceptionGroup as rest:
        out(rest.exceptions)
    try:
        raise ValueError('alone')
    except* ValueError as g:
        out(repr(g))
    tried(lambda: ExceptionGroup('x', []))
