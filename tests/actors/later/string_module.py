"""string: constants, Template, capwords, Formatter."""
import pvm_host
import string


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


def go(payload):
    out(string.ascii_letters, string.ascii_lowercase, string.ascii_uppercase, string.digits, string.hexdigits, string.octdigits, string.punctuation, string.whitespace, len(string.printable), string.capwords('hello  big world'), string.capwords('a-b', '-'))
    out(string.Template('$a ${b}x $$').substitute(a=1, b='two'), string.Template('$a $c').safe_substitute(a=1), string.Formatter().format('{} {x}', 1, x=2))
    tried(lambda: string.Template('$a').substitute())
