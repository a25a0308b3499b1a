"""Codecs other than UTF-8 and error handlers, or refused."""
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
    out('é'.encode('utf-8', 'strict'))
    out(b'\xc3\xa9'.decode('UTF8'))
    tried(lambda: b'a\xffb'.decode('utf-8', 'replace'))
