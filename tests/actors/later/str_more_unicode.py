"""Unicode tables: case folding, titles, digits and spaces beyond ASCII."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        for s in ['ǅ', 'ŉ', 'ΐ', 'ﬁ', 'ﬃx', 'Σίσυφος ΣΑΣ', 'İstanbul', 'ǆ', '²', '½', '٣', '\u00a0', '\u2003x', 'ᾳ', 'ẞ', 'ﬀ', 'ĳ', 'ª', '〇', 'Ⅷ', '𝟗', 'ა', 'Ა']:
            out(s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold(), s.isalpha(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isspace(), s.isupper(), s.islower(), s.istitle(), s.isidentifier(), s.isprintable())
        out('\u00a0a\u2003'.strip(), 'a\u3000b\u2028c'.split(), int('१२३'), '1٣'.isdigit(), ascii('ǅ'), repr('\u0600\u200d\u3000\U000e0001'))
