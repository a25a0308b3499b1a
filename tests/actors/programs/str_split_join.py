"""str: split, rsplit, splitlines, partition, join."""
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
        out('a b  c'.split())
        out('  a b '.split())
        out(''.split())
        out(' '.split())
        out('a,b,,c'.split(','))
        out(''.split(','))
        out('a--b--c'.split('--'))
        out('a b c d'.split(None, 2))
        out('a,b,c'.split(',', 1))
        out('a,b,c'.split(',', 0))
        out('a,b,c'.split(sep=',', maxsplit=-1))
        out(' a  b '.split(' '))
        out(' a  b  '.split(maxsplit=1))
        out('a,b,c'.rsplit(',', 1))
        out('a b c'.rsplit(None, 1))
        out('a,b'.rsplit('x'))
        out('  a  b c '.rsplit(maxsplit=1))
        out('a\nb\r\nc\rd'.splitlines())
        out('a\n\nb\n'.splitlines(True))
        out(''.splitlines())
        out('\n'.splitlines())
        out('x\x0by\x0cz\x1cw'.splitlines())
        out('k=v=w'.partition('='))
        out('kv'.partition('='))
        out('k=v=w'.rpartition('='))
        out('kv'.rpartition('='))
        out(','.join(['a', 'b']))
        out(''.join([]))
        out('-'.join('abc'))
        out(', '.join(str(i) for i in range(4)))
        out('+'.join({'x': 1, 'y': 2}))
        out('.'.join(('one',)))
        tried(lambda: 'a'.split(''))
        tried(lambda: ','.join([1, 2]))
        tried(lambda: ','.join(['a', None]))
        tried(lambda: ','.join(5))
        tried(lambda: 'a'.partition(''))
        tried(lambda: 'a'.split(1))
