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


def go(payload):
    for s in ['', 'a', 'Hello World', 'ALL UP', 'low', 'a1', ' \t', "they're bill's", 'x_y', 'class', '9a', 'A B']:
        out(s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase())
        out(s.isupper(), s.islower(), s.isalpha(), s.isdigit(), s.isalnum(), s.isspace(), s.isidentifier(), s.isascii())
    out('hello'.center(11), 'hello'.center(11, '*'), 'hello'.center(10, '-'), 'ab'.center(5, '.'), 'abc'.center(6, '.'))
    out('x'.ljust(4) + '|', 'x'.rjust(4, '0'), 'x'.ljust(0), '42'.zfill(5), '-42'.zfill(6), '+1'.zfill(4), ''.zfill(2), 'abc'.zfill(2))
    tried(lambda: 'x'.center(5, 'ab'))
    tried(lambda: 'x'.ljust('5'))
    tried(lambda: 'x'.rjust(5, ''))
