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


class Program:
    def go(self, payload):
        b = b'Hello, World'
        out(b.upper())
        out(b.lower())
        out(b.swapcase())
        out(b.title())
        out(b.capitalize())
        out(b.find(b'o'))
        out(b.find(111))
        out(b.rfind(b'o'))
        out(b.index(b'W'))
        out(b.count(b'l'))
        out(b.count(108))
        out(b.startswith(b'He'))
        out(b.endswith((b'x', b'ld')))
        out(b.replace(b'l', b'LL'))
        out(b.replace(b'l', b'', 1))
        out(b.split(b', '))
        out(b.split())
        out(b'a b c'.rsplit(None, 1))
        out(b.partition(b','))
        out(b.rpartition(b'o'))
        out(b' a '.strip())
        out(b'xxaxx'.strip(b'x'))
        out(b' a'.lstrip())
        out(b'a '.rstrip())
        out(b'-'.join([b'a', b'b']))
        out(b'a\nb\r\n'.splitlines())
        out(b'a'.center(5, b'*'))
        out(b'a'.ljust(3))
        out(b'a'.rjust(3, b'0'))
        out(b'5'.zfill(3))
        out(b'abc'.isalpha())
        out(b'12'.isdigit())
        out(b'a1'.isalnum())
        out(b' '.isspace())
        out(b'A'.isupper())
        out(b'a'.islower())
        out(b'pre_x'.removeprefix(b'pre_'))
        out(b'x.y'.removesuffix(b'.y'))
        out(b'abc'.translate(None, b'b'))
        out(b'a\tb'.expandtabs(4))
        tried(lambda: b.index(b'z'))
        tried(lambda: b.find('o'))
        tried(lambda: b.split(b''))
        tried(lambda: b.replace('l', 'x'))
        tried(lambda: b'-'.join(['a']))
        tried(lambda: b.startswith('H'))
        tried(lambda: b.strip('H'))
        tried(lambda: b.encode())
        tried(lambda: b.format())
