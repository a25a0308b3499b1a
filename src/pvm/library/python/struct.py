# struct: integers, bytes and bools as packed binary data. Native order is little-endian with the sizes and
# alignments of 64-bit Linux; floating point is not available.
__all__ = ['Struct', 'calcsize', 'error', 'iter_unpack', 'pack', 'pack_into', 'unpack', 'unpack_from']

class error(Exception):
    pass

_STANDARD = {'x': 1, 'c': 1, 's': 1, 'p': 1, '?': 1, 'b': 1, 'B': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 4, 'L': 4, 'q': 8, 'Q': 8}
_NATIVE = {**_STANDARD, 'l': 8, 'L': 8, 'n': 8, 'N': 8, 'P': 8}
_SIGNED = 'bhilqn'
_SHORT_NAMES = {'b': 'byte', 'B': 'ubyte', 'h': 'short', 'H': 'ushort'}
_known = {}

def _text(format):
    if isinstance(format, str):
        for at, char in enumerate(format):
            if char > '\x7f':
                format.encode('ascii')  # which raises, and names all that follow as well
        return format
    if isinstance(format, bytes):
        return ''.join(map(chr, format))
    raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(format).__name__}')

# The fields of a format: (code, count, size of one, offset); how many values; how many bytes; their order.
def _read(format):
    known = _known.get(format)
    if known is not None:
        return known
    text = _text(format)
    native, order, at = True, 'little', 0
    if text and text[0] in '@=<>!':
        native = text[0] == '@'
        order = 'big' if text[0] in '>!' else 'little'
        at = 1
    sizes = _NATIVE if native else _STANDARD
    fields, values, offset, length = [], 0, 0, len(text)
    while at < length:
        code = text[at]
        at += 1
        if code in ' \t\n\r\v\f':
            continue
        count = 1
        if '0' <= code <= '9':
            begin = at - 1
            while at < length and '0' <= text[at] <= '9':
                at += 1
            if at - begin > 19 or (count := int(text[begin:at])) > 9223372036854775807:
                raise error('total struct size too long' if '\0' not in text else 'embedded null character')
            if at == length:
                raise error('repeat count given without format specifier' if '\0' not in text else 'embedded null character')
            code = text[at]
            at += 1
        size = sizes.get(code)
        if size is None:
            if code in 'efd':
                raise error(f"'{code}' format: floating point is not available" if '\0' not in text else 'embedded null character')
            raise error('bad char in struct format' if '\0' not in text else 'embedded null character')
        if native and size > 1:
            offset += -offset % size
        if code in 'sp':
            fields.append((code, count, count, offset))
            values += 1
        elif code != 'x':
            fields.append((code, count, size, offset))
            values += count
        offset += size * count
        if offset > 9223372036854775807:
            raise error('total struct size too long' if '\0' not in text else 'embedded null character')
    found = (fields, values, offset, order)
    if len(_known) < 100:
        _known[format] = found
    return found

def _integer(code, size, value, order):
    if type(value) is not int:
        if not hasattr(type(value), '__index__'):
            raise error('required argument is not an integer')
        indexed = not isinstance(value, int)
        # The plain number: a program's class may have its own to_bytes and comparisons.
        value = range(value).stop
        if indexed and size == 8 and order == 'big':
            value.to_bytes(size, order, signed=code in _SIGNED)  # raises an error of its own
    signed = code in _SIGNED
    bits = 8 * size - signed
    low, high = -(1 << bits) if signed else 0, (1 << bits) - 1
    if low <= value <= high:
        return value.to_bytes(size, order, signed=signed)
    if code == 'P':
        if -9223372036854775808 <= value < 0:
            return value.to_bytes(size, order, signed=True)
        raise error('int too large to convert')
    big = order == 'big'
    if size == 8:
        raise error('int too large to convert' if big else 'argument out of range')
    # What a C long, or an unsigned one, cannot hold is refused before its range is looked at.
    if signed or code == 'B' or code == 'H' and not big:
        fits = -9223372036854775808 <= value <= 9223372036854775807
    else:
        fits = 0 <= value <= 18446744073709551615
    if not fits:
        raise error('argument out of range')
    name = _SHORT_NAMES[code] if size == 1 or size == 2 and not big else f"'{code}'"
    raise error(f'{name} format requires {low} <= number <= {high}')

def _into(out, at, values, format):
    fields, _, _, order = format
    taken = 0
    for code, count, size, offset in fields:
        offset += at
        if code in 'sp':
            value = values[taken]
            taken += 1
            if not isinstance(value, (bytes, bytearray)):
                raise error(f"argument for '{code}' must be a bytes object")
            if code == 'p':
                if count == 0:
                    continue
                value = bytes([min(len(value), count - 1, 255)]) + value[:count - 1]
            value = value[:count]
            out[offset:offset + len(value)] = value
            continue
        for i in range(count):
            value = values[taken]
            taken += 1
            if code == '?':
                out[offset] = 1 if value else 0
            elif code == 'c':
                if not isinstance(value, bytes) or len(value) != 1:
                    raise error('char format requires a bytes object of length 1')
                out[offset] = value[0]
            else:
                out[offset:offset + size] = _integer(code, size, value, order)
            offset += size

def _from(buffer, at, format):
    fields, _, _, order = format
    found = []
    for code, count, size, offset in fields:
        offset += at
        if code == 's':
            found.append(bytes(buffer[offset:offset + count]))
        elif code == 'p':
            length = min(buffer[offset], count - 1) if count else 0
            found.append(bytes(buffer[offset + 1:offset + 1 + length]))
        elif code == 'c':
            for i in range(offset, offset + count):
                found.append(bytes(buffer[i:i + 1]))
        elif code == '?':
            for i in range(offset, offset + count):
                found.append(buffer[i] != 0)
        elif size == 1 and code == 'B':
            found += buffer[offset:offset + count]
        else:
            signed = code in _SIGNED
            for i in range(offset, offset + count * size, size):
                found.append(int.from_bytes(buffer[i:i + size], order, signed=signed))
    return tuple(found)

def _bytes_like(value):
    if not isinstance(value, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not '{type(value).__name__}'")

def _pack(format, values):
    if len(values) != format[1]:
        raise error(f'pack expected {format[1]} items for packing (got {len(values)})')
    out = bytearray(format[2])
    _into(out, 0, values, format)
    return bytes(out)

def _pack_into(format, args):
    if len(args) < 2:
        if not args:
            raise error('pack_into expected buffer argument')
        raise error('pack_into expected offset argument')
    if len(args) - 2 != format[1]:
        raise error(f'pack_into expected {format[1]} items for packing (got {len(args) - 2})')
    buffer, offset = args[0], args[1]
    if not isinstance(buffer, bytearray):
        kind = 'None' if buffer is None else type(buffer).__name__
        raise TypeError(f"argument must be read-write bytes-like object, not {kind}")
    if type(offset) is not int:
        offset = range(offset).stop
    size, room = format[2], len(buffer)
    if offset < 0:
        if offset + size > 0:
            raise error(f'no space to pack {size} bytes at offset {offset}')
        if offset + room < 0:
            if offset < -9223372036854775808:
                raise IndexError(f"cannot fit '{type(args[1]).__name__}' into an index-sized integer")
            raise error(f'offset {offset} out of range for {room}-byte buffer')
        offset += room
    if room - offset < size:
        if offset > 9223372036854775807:
            raise IndexError(f"cannot fit '{type(args[1]).__name__}' into an index-sized integer")
        raise error(f'pack_into requires a buffer of at least {size + offset} bytes for packing {size} bytes at offset {offset} '
                    f'(actual buffer size is {room})')
    buffer[offset:offset + size] = bytes(size)
    _into(buffer, offset, args[2:], format)

def _unpack(format, buffer):
    _bytes_like(buffer)
    if len(buffer) != format[2]:
        raise error(f'unpack requires a buffer of {format[2]} bytes')
    return _from(buffer, 0, format)

def _unpack_from(format, buffer, offset):
    _bytes_like(buffer)
    if type(offset) is not int:
        offset = range(offset).stop
    size, room = format[2], len(buffer)
    if offset < 0:
        if offset + size > 0:
            raise error(f'not enough data to unpack {size} bytes at offset {offset}')
        if offset + room < 0:
            if offset < -9223372036854775808:
                raise OverflowError('Python int too large to convert to C ssize_t')
            raise error(f'offset {offset} out of range for {room}-byte buffer')
        offset += room
    if room - offset < size:
        if offset > 9223372036854775807:
            raise OverflowError('Python int too large to convert to C ssize_t')
        raise error(f'unpack_from requires a buffer of at least {size + offset} bytes for unpacking {size} bytes at offset {offset} '
                    f'(actual buffer size is {room})')
    return _from(buffer, offset, format)

def _walk(format, buffer):
    for at in range(0, len(buffer), format[2]):
        yield _from(buffer, at, format)

def _iter_unpack(format, buffer):
    _bytes_like(buffer)
    if format[2] == 0:
        raise error('cannot iteratively unpack with a struct of length 0')
    if len(buffer) % format[2]:
        raise error(f'iterative unpacking requires a buffer of a multiple of {format[2]} bytes')
    return _walk(format, buffer)

def calcsize(format, /):
    return _read(format)[2]

def pack(*args):
    if not args:
        raise TypeError('missing format argument')
    return _pack(_read(args[0]), args[1:])

def pack_into(*args):
    if not args:
        raise TypeError('missing format argument')
    return _pack_into(_read(args[0]), args[1:])

def unpack(format, buffer, /):
    return _unpack(_read(format), buffer)

def unpack_from(format, /, buffer, offset=0):
    return _unpack_from(_read(format), buffer, offset)

def iter_unpack(format, buffer, /):
    return _iter_unpack(_read(format), buffer)

class Struct:
    def __init__(self, format):
        self.format = _text(format)
        self._fields = _read(format)
        self.size = self._fields[2]

    def __repr__(self):
        return f'Struct({self.format!r})'

    def pack(self, /, *values):
        return _pack(self._fields, values)

    def pack_into(self, /, *args):
        return _pack_into(self._fields, args)

    def unpack(self, buffer, /):
        return _unpack(self._fields, buffer)

    def unpack_from(self, /, buffer, offset=0):
        return _unpack_from(self._fields, buffer, offset)

    def iter_unpack(self, buffer, /):
        return _iter_unpack(self._fields, buffer)
