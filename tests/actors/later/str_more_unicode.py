"""Unicode tables: case folding, titles, digits and spaces beyond ASCII."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        for s in ['ǅ', 'ŉ', 'ΐ', 'ﬁ', 'ﬃx', 'Σίσυφος ΣΑΣ', 'İstanbul', 'ǆ', '²', '½', '٣', '\u00a0', '\u2003x', 'ᾳ', 'ẞ', 'ﬀ', 'ĳ', 'ª', '〇', 'Ⅷ', '𝟗', 'ა', 'Ა']:
            out(s.upper())
            out(s.lower())
            out(s.title())
            out(s.capitalize())
            out(s.swapcase())
            out(s.casefold())
            out(s.isalpha())
            out(s.isdigit())
            out(s.isdecimal())
            out(s.isnumeric())
            out(s.isspace())
            out(s.isupper())
            out(s.islower())
            out(s.istitle())
            out(s.isidentifier())
            out(s.isprintable())
        out('\u00a0a\u2003'.strip())
        out('a\u3000b\u2028c'.split())
        out(int('१२३'))
        out('1٣'.isdigit())
        out(ascii('ǅ'))
        out(repr('\u0600\u200d\u3000\U000e0001'))
