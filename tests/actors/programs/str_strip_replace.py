"""str: strip, replace, removeprefix, translate, expandtabs."""
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
        out('  a b '.strip(), '  a '.lstrip() + '|', '  a '.rstrip() + '|', 'xxaxx'.strip('x'), 'abcba'.strip('ab'), 'www.a.b'.lstrip('w.'), 'a'.strip('a'), '\t\n a\r'.strip())
        out('aaa'.replace('a', 'b'), 'aaa'.replace('a', 'b', 2), 'abc'.replace('', '-'), 'abc'.replace('', '-', 2), ''.replace('', 'x'), 'abab'.replace('ab', ''), 'aaa'.replace('aa', 'b'), 'abc'.replace('x', 'y'))
        out('prefix_x'.removeprefix('prefix_'), 'abc'.removeprefix('x'), 'a.py'.removesuffix('.py'), 'abc'.removesuffix(''))
        out('abc'.translate({97: 'A', 98: None, 99: 100}), 'hello'.translate(str.maketrans('el', 'ip')), 'hello'.translate(str.maketrans('l', 'L', 'h')), 'ab'.translate(str.maketrans({'a': 'xyz'})))
        out('a\tb'.expandtabs(), 'ab\tc\t'.expandtabs(4), '\t'.expandtabs(0), 'a\n\tb'.expandtabs(3))
        tried(lambda: 'a'.strip(1))
        tried(lambda: 'a'.replace('a'))
        tried(lambda: 'a'.replace('a', 1))
        tried(lambda: str.maketrans('ab', 'c'))
