# Encodings of base64 that few programs use: base 85 in two alphabets, base 32 with the digits of base 16 first, and lines of MIME.
from base64 import b32decode, b32encode, b64decode, b64encode

__all__ = ['a85decode', 'a85encode', 'b32hexdecode', 'b32hexencode', 'b85decode', 'b85encode', 'decodebytes', 'encodebytes']

_ASCII85 = bytes(range(33, 118))
_BASE85 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
_BASE32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_BASE32_HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'
_LINE = 57  # bytes that fill a line of 76 digits
_plain = (bytes, bytearray)

def _given(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters')
    if not isinstance(s, _plain):
        raise TypeError("argument should be a bytes-like object or ASCII string, not '%s'" % (s.__class__.__name__,)) from None
    return bytes(s)

def _to_encode(b):
    if not isinstance(b, _plain):
        raise TypeError("memoryview: a bytes-like object is required, not '%s'" % (type(b).__name__,))
    return bytes(b)

# Four bytes are five digits; of the last group only as many as it has bytes, and one more.
def _encode85(b, digits, pad, short):
    b = _to_encode(b)
    missing = -len(b) % 4
    b += bytes(missing)
    out = []
    for at in range(0, len(b), 4):
        group = b[at:at + 4]
        written = short.get(group)
        if written is None:
            word = int.from_bytes(group, 'big')
            written = bytes((digits[word // 52200625], digits[word // 614125 % 85], digits[word // 7225 % 85], digits[word // 85 % 85],
                             digits[word % 85]))
        out.append(written)
    if missing and not pad:
        if len(out[-1]) == 1:
            out[-1] = digits[:1] * 5
        out[-1] = out[-1][:-missing]
    return b''.join(out)

def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    short = {bytes(4): b'z', b'    ': b'y'} if foldspaces else {bytes(4): b'z'}
    found = _encode85(b, _ASCII85, pad, short)
    if adobe:
        found = b'<~' + found
    if wrapcol:
        width = max(2 if adobe else 1, wrapcol)
        lines = [found[at:at + width] for at in range(0, len(found), width)]
        if adobe and len(lines[-1]) + 2 > width:
            lines.append(b'')
        found = b'\n'.join(lines)
    return found + b'~>' if adobe else found

def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    b = _given(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError('Ascii85 encoded byte sequences must end with %r' % (b'~>',))
        b = b[2 if b.startswith(b'<~') else 0:-2]
    out = []
    word = digits = 0
    for c in b + b'uuuu':
        if 33 <= c <= 117:
            word = word * 85 + c - 33
            digits += 1
            if digits == 5:
                if word >= 1 << 32:
                    raise ValueError('Ascii85 overflow') from None
                out.append(word.to_bytes(4, 'big'))
                word = digits = 0
        elif c == 122 or foldspaces and c == 121:
            if digits:
                raise ValueError('%c inside Ascii85 5-tuple' % c)
            out.append(bytes(4) if c == 122 else b'    ')
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    found = b''.join(out)
    return found[:digits - 4] if digits < 4 else found

def b85encode(b, pad=False):
    return _encode85(b, _BASE85, pad, {})

def b85decode(b):
    b = _given(b)
    missing = -len(b) % 5
    values = {c: n for n, c in enumerate(_BASE85)}
    out = []
    b += b'~' * missing
    for at in range(0, len(b), 5):
        word = 0
        for place, c in enumerate(b[at:at + 5], at):
            digit = values.get(c)
            if digit is None:
                raise ValueError('bad base85 character at position %d' % place) from None
            word = word * 85 + digit
        if word >= 1 << 32:
            raise ValueError('base85 overflow in hunk starting at byte %d' % at) from None
        out.append(word.to_bytes(4, 'big'))
    found = b''.join(out)
    return found[:-missing] if missing else found

def b32hexencode(s):
    return b32encode(s).translate(bytes.maketrans(_BASE32, _BASE32_HEX))

# A byte that is no digit becomes one that base 32 knows no more than this alphabet does.
def b32hexdecode(s, casefold=False):
    s = _given(s)
    if casefold:
        s = s.upper()
    other = bytes(set(range(256)) - set(_BASE32_HEX) - {61})
    return b32decode(s.translate(bytes.maketrans(_BASE32_HEX + other, _BASE32 + bytes(len(other)))))

def _one_byte_each(s):
    if not isinstance(s, _plain):
        raise TypeError('expected bytes-like object, not ' + s.__class__.__name__)
    return s

def encodebytes(s):
    _one_byte_each(s)
    return b''.join([b64encode(s[at:at + _LINE]) + b'\n' for at in range(0, len(s), _LINE)])

def decodebytes(s):
    return b64decode(_one_byte_each(s))
