"""bytes: construction, indexing, slicing, operators."""
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
    out(bytes())
    out(bytes(3))
    out(bytes([1, 2, 255]))
    out(bytes(b'ab'))
    out(bytes('a€', 'utf-8'))
    out(bytes(range(5)))
    out(b'a' b'b')
    out(bytes((7,)))
    out(bytes(bytearray(b'x')))
    b = b'hello'
    out(b[0])
    out(b[-1])
    out(b[1:3])
    out(b[::-1])
    out(b[::2])
    out(len(b))
    out(list(b))
    out(b + b'!')
    out(b * 2)
    out(2 * b'ab')
    out(b'l' in b)
    out(108 in b)
    out(b'z' not in b)
    out(b == b'hello')
    out(b < b'help')
    out(b'' < b'a')
    out(sum(b))
    out(max(b))
    out(min(b))
    out(sorted(b))
    out(bytes(reversed(b)))
    out(b != 'hello')
    out(b'a' == bytearray(b'a'))
    out(hash(b'a') == hash(b'a'))
    out(bool(b''))
    out(b.hex())
    out(b.hex(':'))
    out(b.hex('-', 2))
    out(bytes.fromhex('00ff 10'))
    out(bytes.fromhex(''))
    out(b'\x00\xff'.hex())
    tried(lambda: bytes([256]))
    tried(lambda: bytes([-1]))
    tried(lambda: bytes(-1))
    tried(lambda: bytes(['a']))
    tried(lambda: bytes('a'))
    tried(lambda: b'a' + 'a')
    tried(lambda: b[9])
    tried(lambda: b['a'])
    tried(lambda: bytes.fromhex('0'))
    tried(lambda: bytes.fromhex('zz'))
    tried(lambda: 'a' in b)
    tried(lambda: 300 in b)
    tried(lambda: b'a' < 'a')
    tried(lambda: bytes(1, 2))
    try:
        b[0] = 1
    except TypeError as e:
        out(str(e))
