"""str: escapes in literals and in repr."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


class Program:
    def go(self, payload):
        out('\n\t\r\\\'\"\a\b\f\v\0', '\x41\u0042\U00000043', '\101\60\7', r'\n\x', 'a\
        b', '''multi
        line "quoted" 'too'
        ''', "it's", 'say "hi"', 'both \' and "', '')
        out('\x00\x1f\x7f\x80\x9f\xa0\xad\xff')
        out('é')
        out('日本')
        out('😀')
        out(b'\n\t\r\\\'"\x00\x7f\x80\xff abc')
        out(rb'\n\x')
        out(b"it's")
        out(b'say "hi"')
        out(b'both \' "')
        out(b'\101')
        out(ascii('é日😀\n'))
        out(ascii("a'b"))
        out(repr('\\'))
        out(str('a\nb'))
        out(['a\nb', "c'd"])
        out({'k\t': 'v\\'})
        out(('\u00e9',))
        out(len('\\n'), len(r'\n'), len('\u00e9'), len('e\u0301'), len('''\
        x'''))
