"""str: methods about case and kinds of characters."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        samples = ['', 'a', 'Hello World', 'ALL UP', 'low', 'Straße', 'ÀÉÎ', '123', 'a1', ' \t', "they're bill's", 'x_y', 'Ωμέγα']
        for s in samples:
            out(s.upper())
            out(s.lower())
            out(s.title())
            out(s.capitalize())
            out(s.swapcase())
            out(s.casefold())
            out(s.isupper())
            out(s.islower())
            out(s.istitle())
            out(s.isalpha())
            out(s.isdigit())
            out(s.isalnum())
            out(s.isspace())
            out(s.isidentifier())
            out(s.isdecimal())
            out(s.isnumeric())
            out(s.isascii())
            out(s.isprintable())
