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
    out(string.ascii_letters)
    out(string.ascii_lowercase)
    out(string.ascii_uppercase)
    out(string.digits)
    out(string.hexdigits)
    out(string.octdigits)
    out(string.punctuation)
    out(string.whitespace)
    out(len(string.printable))
    out(string.capwords('hello  big world'))
    out(string.capwords('a-b', '-'))
    out(string.Template('$a ${b}x $$').substitute(a=1, b='two'))
    out(string.Template('$a $c').safe_substitute(a=1))
    out(string.Formatter().format('{} {x}', 1, x=2))
    tried(lambda: string.Template('$a').substitute())
