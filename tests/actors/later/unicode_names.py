"""Identifiers beyond ASCII and normalised alike."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    größe = 5
    ﬁn = 1
    out(größe, fin, [ä for ä in range(2)], (lambda ñ: ñ + 1)(1), {'é': 1})
    class Ünïcode:
        é = 3
    out(Ünïcode.é, Ünïcode.__name__)
