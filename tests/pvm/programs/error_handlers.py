"""What an error handler puts where text cannot be encoded and bytes cannot be decoded."""
import pvm_host


def show(*values):
    pvm_host.emit_event('', ' '.join([repr(value) for value in values]).encode())


def guard(f):
    try:
        show(f())
    except Exception as e:
        show(type(e).__name__, str(e), [a for a in e.args])


HANDLERS = ('strict', 'ignore', 'replace', 'backslashreplace', 'xmlcharrefreplace', 'surrogatepass', 'nope', '')
for handler in HANDLERS:
    for text in ('', 'plain', 'aéb', 'éüb', '€', 'a\U0001f600\u20ac', '\x80\xff\u0100', 'x' * 70 + 'é' * 3):
        guard(lambda: text.encode('ascii', handler))
        guard(lambda: text.encode('utf-8', handler))
        guard(lambda: text.encode(errors=handler))
        guard(lambda: bytes(text, 'ascii', handler))
        guard(lambda: bytearray(text, errors=handler, encoding='US_ascii'))
    for data in (b'', b'plain', b'a\xff', b'\xff\xfe', b'\xe2\x82', b'a\xe2\x82b', b'\xf0\x90\x80', b'\xf0\x90\x80\x41\x80',
                 b'\xed\xbf', b'\xc0\x80', b'\xf4\x90\x80\x80', b'\xf5', b'\xe0\x80\x80', b'\xf0\x8f\xbf', 'né'.encode(), b'\xc3'):
        guard(lambda: data.decode('utf-8', handler))
        guard(lambda: data.decode(errors=handler))
        guard(lambda: data.decode('ascii', handler))
        guard(lambda: str(data, 'ascii', handler))
        guard(lambda: str(bytearray(data), errors=handler))
guard(lambda: b'a\xff'.decode('utf-8', 'namereplace'))
guard(lambda: 'aé'.encode('ascii', 'surrogateescape'))

for name in ('utf-8', 'UTF_8', 'utf 8', 'U8', 'utf', 'ascii', 'US-ASCII', '646', 'us', 'FOO_bar', 'é', '', 'a\0', 'utf-8\0'):
    guard(lambda: 'text'.encode(name))
    guard(lambda: b'text'.decode(name))
    guard(lambda: ''.encode(name))
    guard(lambda: b''.decode(name))
    guard(lambda: str(b'text', name))
    guard(lambda: bytes('text', name))
for wrong in (3, None, b'strict', 'a\0'):
    guard(lambda: 'é'.encode('ascii', wrong))
    guard(lambda: b'\xff'.decode('ascii', wrong))
    guard(lambda: str(b'\xff', 'ascii', wrong))
    guard(lambda: str(b'\xff', errors=wrong))
    guard(lambda: bytes('é', 'ascii', wrong))
    guard(lambda: bytearray('é', 'ascii', errors=wrong))
guard(lambda: str('text', errors='ignore'))
guard(lambda: str(3, errors='ignore'))
guard(lambda: bytes('text', errors='ignore'))
guard(lambda: bytes(3, errors='ignore'))
guard(lambda: bytes(errors='ignore'))
guard(lambda: bytearray(encoding='ascii'))
guard(lambda: bytes(b'text', 'ascii'))


class Own(str):
    def encode(self, *args):
        return b'own'


guard(lambda: bytes(Own('text'), 'ascii'))
