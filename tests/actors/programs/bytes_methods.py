"""bytes: the methods that it shares with str."""
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
    b = b'Hello, World'
    out(b.upper(), b.lower(), b.swapcase(), b.title(), b.capitalize(), b.find(b'o'), b.find(111), b.rfind(b'o'), b.index(b'W'), b.count(b'l'), b.count(108))
    out(b.startswith(b'He'), b.endswith((b'x', b'ld')), b.replace(b'l', b'LL'), b.replace(b'l', b'', 1), b.split(b', '), b.split(), b'a b c'.rsplit(None, 1), b.partition(b','), b.rpartition(b'o'))
    out(b' a '.strip(), b'xxaxx'.strip(b'x'), b' a'.lstrip(), b'a '.rstrip(), b'-'.join([b'a', b'b']), b'a\nb\r\n'.splitlines(), b'a'.center(5, b'*'), b'a'.ljust(3), b'a'.rjust(3, b'0'), b'5'.zfill(3))
    out(b'abc'.isalpha(), b'12'.isdigit(), b'a1'.isalnum(), b' '.isspace(), b'A'.isupper(), b'a'.islower(), b'pre_x'.removeprefix(b'pre_'), b'x.y'.removesuffix(b'.y'), b'abc'.translate(None, b'b'), b'a\tb'.expandtabs(4))
    tried(lambda: b.index(b'z'))
    tried(lambda: b.find('o'))
    tried(lambda: b.split(b''))
    tried(lambda: b.replace('l', 'x'))
    tried(lambda: b'-'.join(['a']))
    tried(lambda: b.startswith('H'))
    tried(lambda: b.strip('H'))
    tried(lambda: b.encode())
    tried(lambda: b.format())
