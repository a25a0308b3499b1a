"""hashlib: sha256 and sha3_256, at once and in pieces."""
import hashlib
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
        out(hashlib.sha256(b'').hexdigest())
        out(hashlib.sha256(b'abc').digest())
        out(hashlib.sha3_256(b'').hexdigest())
        out(hashlib.sha3_256(b'abc').hexdigest())
        out(hashlib.sha256(b'a' * 1000).hexdigest())
        out(hashlib.sha3_256(bytes(range(200))).hexdigest())
        h = hashlib.sha256()
        h.update(b'a')
        h.update(b'bc')
        out(h.hexdigest() == hashlib.sha256(b'abc').hexdigest())
        out(h.digest_size)
        out(h.name)
        out(h.block_size)
        out(hashlib.sha3_256().name)
        c = h.copy()
        c.update(b'd')
        out(h.hexdigest() != c.hexdigest())
        tried(lambda: hashlib.sha256('text'))
        tried(lambda: hashlib.sha256(5))
