"""str: indexing and slicing with every sign and step."""
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
        s = 'abcdefgh'
        out(s[0])
        out(s[-1])
        out(s[7])
        out(s[-8])
        out(s[2:5])
        out(s[:3])
        out(s[5:])
        out(s[:])
        out(s[-3:])
        out(s[:-3])
        out(s[5:2])
        out(s[10:])
        out(s[-100:3])
        out(s[::2])
        out(s[1::3])
        out(s[::-1])
        out(s[::-2])
        out(s[6:1:-1])
        out(s[6:1:-2])
        out(s[-2:-6:-1])
        out(s[2:100:3])
        out(s[:2:-1])
        out(s[100::-3])
        out(s[0:0:1])
        out(s[True])
        out(s[slice(1, 4)])
        out(s[slice(None, None, -1)])
        out(s[None:3])
        out('héllo wörld'[1])
        out('héllo wörld'[::-1])
        out('日本語'[1:])
        out('😀a😀'[0])
        out(len('😀a😀'))
        out('日本語'[-1])
        tried(lambda: s[8])
        tried(lambda: s[-9])
        tried(lambda: s['a'])
        tried(lambda: s[::0])
        tried(lambda: s[None])
        tried(lambda: ''[0])
        tried(lambda: s['a':])
        try:
            s[0] = 'x'
        except TypeError as e:
            out(str(e))
        try:
            del s[0]
        except TypeError as e:
            out(str(e))
        out(slice(1, 10, 2).indices(5))
        out(slice(None, None, -1).indices(4))
        out(slice(-3, None).indices(10))
        out(repr(slice(1, None)))
        out(slice(1, 2) == slice(1, 2, None))
