"""str: find, index, count, startswith, endswith, in."""
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
        s = 'abracadabra'
        out(s.find('bra'), s.find('bra', 2), s.find('x'), s.find(''), s.find('', 20), s.find('a', -3), s.find('a', 1, 3), s.rfind('bra'), s.rfind('a', 0, 5), s.rfind(''))
        out(s.index('c'), s.rindex('a'), s.count('a'), s.count('abra'), s.count(''), s.count('a', 3), s.count('a', -5, -1), 'aaaa'.count('aa'))
        out(s.startswith('abr'), s.startswith('bra', 1), s.startswith(('x', 'ab')), s.endswith('bra'), s.endswith('abr'), s.endswith(('z', 'a'), 0, -1), s.startswith(''), ''.startswith(''))
        out('cad' in s, 'dac' in s, '' in s, 'x' not in s)
        tried(lambda: s.index('x'))
        tried(lambda: s.rindex('zz'))
        tried(lambda: s.find(1))
        tried(lambda: 1 in s)
        tried(lambda: s.startswith(1))
        tried(lambda: s.startswith(['a']))
        tried(lambda: s.count(None))
