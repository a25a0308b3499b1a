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


class Program:
    def go(self, payload):
        out(bytes(), bytes(3), bytes([1, 2, 255]), bytes(b'ab'), bytes('a€', 'utf-8'), bytes(range(5)), b'a' b'b', bytes((7,)), bytes(bytearray(b'x')))
        b = b'hello'
        out(b[0], b[-1], b[1:3], b[::-1], b[::2], len(b), list(b), b + b'!', b * 2, 2 * b'ab', b'l' in b, 108 in b, b'z' not in b, b == b'hello', b < b'help', b'' < b'a')
        out(sum(b), max(b), min(b), sorted(b), bytes(reversed(b)), b != 'hello', b'a' == bytearray(b'a'), hash(b'a') == hash(b'a'), bool(b''))
        out(b.hex(), b.hex(':'), b.hex('-', 2), bytes.fromhex('00ff 10'), bytes.fromhex(''), b'\x00\xff'.hex())
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
