"""str: escapes in literals and in repr."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def go(payload):
    out('\n\t\r\\\'\"\a\b\f\v\0', '\x41\u0042\U00000043', '\101\60\7', r'\n\x', 'a\
    b', '''multi
    line "quoted" 'too'
    ''', "it's", 'say "hi"', 'both \' and "', '')
    out('\x00\x1f\x7f\x80\x9f\xa0\xad\xff', '\u0378', '\u200b', '\u2028', 'é', '日本', '😀', '\ue000', '\ufffe', '\U0001ffff')
    out(b'\n\t\r\\\'"\x00\x7f\x80\xff abc', rb'\n\x', b"it's", b'say "hi"', b'both \' "', b'\101')
    out(ascii('é日😀\n'), ascii("a'b"), repr('\\'), str('a\nb'), '\N{BULLET}' if False else '-')
    out(['a\nb', "c'd"], {'k\t': 'v\\'}, ('\u00e9',))
    out(len('\\n'), len(r'\n'), len('\u00e9'), len('e\u0301'), len('''\
    x'''))
