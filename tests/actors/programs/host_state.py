"""get_state, set_state, delete_state: bytes to bytes in the actor's own store."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    pvm_host.set_state(b'k', b'v')
    pvm_host.set_state(b'empty', b'')
    out(pvm_host.get_state(b'k'))
    out(pvm_host.get_state(b'empty'))
    out(pvm_host.get_state(b'none'))
    pvm_host.set_state(b'k', b'v2' * 50)
    pvm_host.delete_state(b'empty')
    pvm_host.delete_state(b'never there')
    out(pvm_host.get_state(b'k'))
    out(pvm_host.get_state(b'empty'))
    pvm_host.emit_event('topic', b'data')
    pvm_host.emit_event('', b'')
    pvm_host.emit_event('é', bytes(range(256)))
