"""Identifiers beyond ASCII and normalised alike."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    größe = 5
    ﬁn = 1
    out(größe)
    out(fin)
    out([ä for ä in range(2)])
    out((lambda ñ: ñ + 1)(1))
    out({'é': 1})
    class Ünïcode:
        é = 3
    out(Ünïcode.é)
    out(Ünïcode.__name__)
