"""str: case methods on plain ASCII text."""
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
        for s in ['', 'a', 'Hello World', 'ALL UP', 'low', 'a1', ' \t', "they're bill's", 'x_y', 'class', '9a', 'A B']:
            out(s.upper())
            out(s.lower())
            out(s.title())
            out(s.capitalize())
            out(s.swapcase())
            out(s.isupper())
            out(s.islower())
            out(s.isalpha())
            out(s.isdigit())
            out(s.isalnum())
            out(s.isspace())
            out(s.isidentifier())
            out(s.isascii())
        out('hello'.center(11))
        out('hello'.center(11, '*'))
        out('hello'.center(10, '-'))
        out('ab'.center(5, '.'))
        out('abc'.center(6, '.'))
        out('x'.ljust(4) + '|')
        out('x'.rjust(4, '0'))
        out('x'.ljust(0))
        out('42'.zfill(5))
        out('-42'.zfill(6))
        out('+1'.zfill(4))
        out(''.zfill(2))
        out('abc'.zfill(2))
        tried(lambda: 'x'.center(5, 'ab'))
        tried(lambda: 'x'.ljust('5'))
        tried(lambda: 'x'.rjust(5, ''))
