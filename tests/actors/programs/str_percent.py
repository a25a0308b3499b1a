"""% formatting of int and str, with widths, mappings and mistakes."""
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
    out('%s %s' % (1, 'a'))
    out('%d' % 42)
    out('%5d|%-5d|%05d|%+d|% d' % (1, 2, 3, 4, 5))
    out('%x %X %o %#x %#o' % (255, 255, 8, 255, 8))
    out('%c%c' % ('a', 98))
    out('%r %s' % ('a', 'a'))
    out('%a' % 'é')
    out('%10s|%-10s|%.2s' % ('abc', 'abc', 'abc'))
    out('%%' % ())
    out('100%%: %s' % 5)
    out('%*d' % (6, 42))
    out('%-*d|' % (6, 42))
    out('%.3d' % 7)
    out('%(a)s-%(b)05d' % {'a': 'x', 'b': 42})
    out('%s' % None)
    out('%s' % [1, 2])
    out('%s' % ((1, 2),))
    out('%i' % -3)
    out('%u' % 3)
    out('%d' % (2**70))
    out('%x' % -255)
    out('%s' % {'a': 1})
    out(b'%s %d' % (b'ab', 5))
    out(b'%x' % 255)
    out(b'%c' % 65)
    out(b'%r' % 'a')
    out(b'%5d|' % 3)
    tried(lambda: '%d' % 'a')
    tried(lambda: '%s %s' % (1,))
    tried(lambda: '%s' % (1, 2))
    tried(lambda: '%d %d' % 5)
    tried(lambda: '%y' % 1)
    tried(lambda: '%' % 1)
    tried(lambda: '%(a)s' % {})
    tried(lambda: '%(a)s' % 5)
    tried(lambda: '%c' % 'ab')
    tried(lambda: '%c' % -1)
    tried(lambda: '%x' % 'a')
    tried(lambda: 'plain' % 5)
