"""str: methods about case and kinds of characters."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        samples = ['', 'a', 'Hello World', 'ALL UP', 'low', 'Straße', 'ÀÉÎ', '123', 'a1', ' \t', "they're bill's", 'x_y', 'Ωμέγα']
        for s in samples:
            out(s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold())
            out(s.isupper(), s.islower(), s.istitle(), s.isalpha(), s.isdigit(), s.isalnum(), s.isspace(), s.isidentifier(), s.isdecimal(), s.isnumeric(), s.isascii(), s.isprintable())
