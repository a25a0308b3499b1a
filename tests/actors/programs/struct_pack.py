"""struct: pack, unpack, sizes, byte order."""
import pvm_host
import struct


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    out(struct.pack('>I', 1))
    out(struct.pack('<hHiIqQ', -1, 2, -3, 4, -5, 6))
    out(struct.unpack('>2sB?', b'ab\x05\x01'))
    out(struct.calcsize('>IHB'))
    out(struct.calcsize('<q3s'))
    out(struct.pack('>5s', b'ab'))
    out(struct.unpack_from('>H', b'\x00\x01\x02', 1))
    out(struct.pack('>3B', 1, 2, 3))
    out(list(struct.iter_unpack('>H', b'\x00\x01\x00\x02')))
    tried(lambda: struct.pack('>B', 256))
    tried(lambda: struct.pack('>I'))
    tried(lambda: struct.unpack('>I', b'abc'))
    tried(lambda: struct.pack('>z', 1))
