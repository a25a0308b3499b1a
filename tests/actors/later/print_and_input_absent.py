"""Names that are not there for actors are NameErrors or refused."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    for name in ('abc',):
        out(name)
    try:
        out(callable(print))
    except NameError as e:
        out('absent')
