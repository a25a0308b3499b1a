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


def go(payload):
    out('  a b '.strip())
    out('  a '.lstrip() + '|')
    out('  a '.rstrip() + '|')
    out('xxaxx'.strip('x'))
    out('abcba'.strip('ab'))
    out('www.a.b'.lstrip('w.'))
    out('a'.strip('a'))
    out('\t\n a\r'.strip())
    out('aaa'.replace('a', 'b'))
    out('aaa'.replace('a', 'b', 2))
    out('abc'.replace('', '-'))
    out('abc'.replace('', '-', 2))
    out(''.replace('', 'x'))
    out('abab'.replace('ab', ''))
    out('aaa'.replace('aa', 'b'))
    out('abc'.replace('x', 'y'))
    out('prefix_x'.removeprefix('prefix_'))
    out('abc'.removeprefix('x'))
    out('a.py'.removesuffix('.py'))
    out('abc'.removesuffix(''))
    out('abc'.translate({97: 'A', 98: None, 99: 100}))
    out('hello'.translate(str.maketrans('el', 'ip')))
    out('hello'.translate(str.maketrans('l', 'L', 'h')))
    out('ab'.translate(str.maketrans({'a': 'xyz'})))
    out('a\tb'.expandtabs())
    out('ab\tc\t'.expandtabs(4))
    out('\t'.expandtabs(0))
    out('a\n\tb'.expandtabs(3))
    tried(lambda: 'a'.strip(1))
    tried(lambda: 'a'.replace('a'))
    tried(lambda: 'a'.replace('a', 1))
    tried(lambda: str.maketrans('ab', 'c'))
