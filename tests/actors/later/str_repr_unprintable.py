"""repr of code points that are not printable, line ends beyond ASCII, digits of other scripts."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    out('\u0378')
    out('\u200b')
    out('\u2028')
    out('\ue000')
    out('\ufffe')
    out('\U0001ffff')
    out('ß'.upper())
    out('İ'.lower())
    out(int('٣٤'))
    out(int('１２'))
    out('w\x85v\u2028u'.splitlines())
