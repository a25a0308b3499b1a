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


def go(payload):
    s = 'abracadabra'
    out(s.find('bra'))
    out(s.find('bra', 2))
    out(s.find('x'))
    out(s.find(''))
    out(s.find('', 20))
    out(s.find('a', -3))
    out(s.find('a', 1, 3))
    out(s.rfind('bra'))
    out(s.rfind('a', 0, 5))
    out(s.rfind(''))
    out(s.index('c'))
    out(s.rindex('a'))
    out(s.count('a'))
    out(s.count('abra'))
    out(s.count(''))
    out(s.count('a', 3))
    out(s.count('a', -5, -1))
    out('aaaa'.count('aa'))
    out(s.startswith('abr'))
    out(s.startswith('bra', 1))
    out(s.startswith(('x', 'ab')))
    out(s.endswith('bra'))
    out(s.endswith('abr'))
    out(s.endswith(('z', 'a'), 0, -1))
    out(s.startswith(''))
    out(''.startswith(''))
    out('cad' in s)
    out('dac' in s)
    out('' in s)
    out('x' not in s)
    tried(lambda: s.index('x'))
    tried(lambda: s.rindex('zz'))
    tried(lambda: s.find(1))
    tried(lambda: 1 in s)
    tried(lambda: s.startswith(1))
    tried(lambda: s.startswith(['a']))
    tried(lambda: s.count(None))
