"""Exceptions: add_note and __notes__, with_traceback."""
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
        e = ValueError('x')
        e.add_note('first')
        e.add_note('second')
        out(e.__notes__)
        out(str(e))
        out(repr(e))
        tried(lambda: e.add_note(5))
