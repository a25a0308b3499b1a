"""memoryview, or refused."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    m = memoryview(b'abcdef')
    out(m[0])
    out(bytes(m[1:3]))
    out(len(m))
    out(m.tobytes())
    out(m[::2].tolist())
    out(m == b'abcdef')
