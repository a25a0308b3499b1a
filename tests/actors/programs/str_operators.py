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


class Program:
    def go(self, payload):
        out('a' + 'b', 'ab' * 3, 3 * 'ab', 'a' * 0, 'a' * -2, '' + '', 'a' 'b' "c")
        out('a' < 'b', 'a' < 'B', 'ab' < 'abc', '' < 'a', 'é' > 'z', 'a' == 'a', 'a' != 'b', 'Z' <= 'a', '10' < '9')
        out(list('héy'), tuple('ab'), sorted('banana'), set('a'), max('hello'), min('hello'), ''.join(reversed('abc')), list(enumerate('ab', 1)))
        out(ord('a'), ord('€'), ord('😀'), chr(97), chr(8364), chr(0x1F600), chr(0))
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
        out(s, s is s, hash('a') == hash('a'))
