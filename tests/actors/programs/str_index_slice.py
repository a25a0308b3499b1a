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


def go(payload):
    s = 'abcdefgh'
    out(s[0], s[-1], s[7], s[-8], s[2:5], s[:3], s[5:], s[:], s[-3:], s[:-3], s[5:2], s[10:], s[-100:3])
    out(s[::2], s[1::3], s[::-1], s[::-2], s[6:1:-1], s[6:1:-2], s[-2:-6:-1], s[2:100:3], s[:2:-1], s[100::-3], s[0:0:1])
    out(s[True], s[slice(1, 4)], s[slice(None, None, -1)], s[None:3])
    out('héllo wörld'[1], 'héllo wörld'[::-1], '日本語'[1:], '😀a😀'[0], len('😀a😀'), '日本語'[-1])
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
    out(slice(1, 10, 2).indices(5), slice(None, None, -1).indices(4), slice(-3, None).indices(10), repr(slice(1, None)), slice(1, 2) == slice(1, 2, None))
