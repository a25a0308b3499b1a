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


class Program:
    def go(self, payload):
        out('%s %s' % (1, 'a'), '%d' % 42, '%5d|%-5d|%05d|%+d|% d' % (1, 2, 3, 4, 5), '%x %X %o %#x %#o' % (255, 255, 8, 255, 8), '%c%c' % ('a', 98))
        out('%r %s' % ('a', 'a'), '%a' % 'é', '%10s|%-10s|%.2s' % ('abc', 'abc', 'abc'), '%%' % (), '100%%: %s' % 5, '%*d' % (6, 42), '%-*d|' % (6, 42), '%.3d' % 7)
        out('%(a)s-%(b)05d' % {'a': 'x', 'b': 42}, '%s' % None, '%s' % [1, 2], '%s' % ((1, 2),), '%i' % -3, '%u' % 3, '%d' % (2**70), '%x' % -255, '%s' % {'a': 1})
        out(b'%s %d' % (b'ab', 5), b'%x' % 255, b'%c' % 65, b'%r' % 'a', b'%5d|' % 3)
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
