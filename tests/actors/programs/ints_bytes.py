"""Integers: to_bytes and from_bytes."""
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
    out((0).to_bytes(0, 'big'))
    out((0).to_bytes(2, 'little'))
    out((258).to_bytes(2, 'big'))
    out((258).to_bytes(4, 'little'))
    out((-1).to_bytes(3, 'big', signed=True))
    out((-129).to_bytes(2, 'little', signed=True))
    out((2**100 - 1).to_bytes(13, 'big'))
    out((255).to_bytes())
    out((7).to_bytes(length=3, byteorder='little'))
    out(int.from_bytes(b'\x01\x02', 'big'))
    out(int.from_bytes(b'\x01\x02', 'little'))
    out(int.from_bytes(b'', 'big'))
    out(int.from_bytes(b'\xff\xfe', 'big', signed=True))
    out(int.from_bytes(b'\x80', 'little', signed=True))
    out(int.from_bytes([1, 2, 3], 'big'))
    out(int.from_bytes(b'\xff' * 20, 'big'))
    out(int.from_bytes(b'\xff' * 20, 'little', signed=True))
    tried(lambda: (256).to_bytes(1, 'big'))
    tried(lambda: (-1).to_bytes(1, 'big'))
    tried(lambda: (128).to_bytes(1, 'big', signed=True))
    tried(lambda: (1).to_bytes(1, 'middle'))
    tried(lambda: (1).to_bytes(-1, 'big'))
    tried(lambda: int.from_bytes(b'1', 'middle'))
