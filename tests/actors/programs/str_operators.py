"""str: concatenation, repetition, comparison, iteration."""
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
    out('a' + 'b')
    out('ab' * 3)
    out(3 * 'ab')
    out('a' * 0)
    out('a' * -2)
    out('' + '')
    out('a' 'b' "c")
    out('a' < 'b')
    out('a' < 'B')
    out('ab' < 'abc')
    out('' < 'a')
    out('é' > 'z')
    out('a' == 'a')
    out('a' != 'b')
    out('Z' <= 'a')
    out('10' < '9')
    out(list('héy'))
    out(tuple('ab'))
    out(sorted('banana'))
    out(set('a'))
    out(max('hello'))
    out(min('hello'))
    out(''.join(reversed('abc')))
    out(list(enumerate('ab', 1)))
    out(ord('a'))
    out(ord('€'))
    out(ord('😀'))
    out(chr(97))
    out(chr(8364))
    out(chr(0x1F600))
    out(chr(0))
    tried(lambda: 'a' + 1)
    tried(lambda: 'a' * 'b')
    tried(lambda: 'a' < 1)
    tried(lambda: ord('ab'))
    tried(lambda: ord(''))
    tried(lambda: ord(5))
    tried(lambda: chr(-1))
    tried(lambda: chr(0x110000))
    tried(lambda: chr('a'))
    tried(lambda: 'a' % 5)
    tried(lambda: 'a'.foo)
    s = 'x'
    s += 'y'
    s *= 2
    out(s)
    out(s is s)
    out(hash('a') == hash('a'))
