"""\\N escapes, or refused."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        out('\N{BULLET} \N{LATIN SMALL LETTER E WITH ACUTE}')
