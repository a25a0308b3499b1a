# string: the ASCII characters by class.
whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace

def capwords(s, sep=None):
    return (sep or ' ').join([w.capitalize() for w in s.split(sep)])

def _name_at(text, at):
    end = at
    while end < len(text) and text[end].isascii() and (text[end].isalpha() or text[end] == '_' or (end > at and text[end].isdigit())):
        end += 1
    return text[at:end]

# Keywords over a mapping, which is asked for nothing but the names that the keywords lack.
class _Over:
    def __init__(self, first, then):
        self.maps = first, then

    def __getitem__(self, key):
        for values in self.maps:
            try:
                return values[key]
            except KeyError:
                pass
        raise KeyError(key)

def _both(mapping, kws):
    return {**mapping, **kws} if type(mapping) is dict else _Over(kws, mapping)

class Template:
    delimiter = '$'

    def __init_subclass__(cls):
        super().__init_subclass__()
        for name in ('pattern', 'idpattern', 'braceidpattern', 'flags'):
            if name in cls.__dict__:
                raise NotImplementedError(f'Template.{name}: regular expressions are not available')

    def __init__(self, template):
        self.template = template

    # Pairs of text and the name after it; a name in braces says so, None stands for what is no name.
    def _parts(self):
        text, at = self.template, 0
        if not isinstance(text, str):
            raise TypeError('cannot use a string pattern on a bytes-like object' if isinstance(text, (bytes, bytearray)) else
                            f'expected string or bytes-like object, got {type(text).__name__!r}')
        while True:
            mark = text.find(self.delimiter, at)
            if mark < 0:
                yield text[at:], '', '', len(text)
                return
            before, at = text[at:mark], mark + len(self.delimiter)
            if text.startswith(self.delimiter, at):
                at += len(self.delimiter)
                yield before + self.delimiter, '', '', mark
                continue
            braced = text[at:at + 1] == '{'
            name = _name_at(text, at + braced)
            end = at + braced + len(name)
            if not name or (braced and text[end:end + 1] != '}'):
                yield before, None, self.delimiter, at
                continue
            at = end + braced
            yield before, name, text[mark:at], mark

    def _bad(self, at):
        lines = self.template[:at].splitlines(keepends=True)
        row = len(lines) or 1
        column = at - len(''.join(lines[:-1])) if lines else 1
        raise ValueError('Invalid place' 'holder in string: line %d, col %d' % (row, column))

    def substitute(self, mapping={}, /, **kws):
        values = _both(mapping, kws) if kws else mapping
        out = []
        for before, name, _, at in self._parts():
            out.append(before)
            if name is None:
                self._bad(at)
            if name:
                out.append(str(values[name]))
        return ''.join(out)

    def safe_substitute(self, mapping={}, /, **kws):
        values = _both(mapping, kws) if kws else mapping
        out = []
        for before, name, written, _ in self._parts():
            out.append(before)
            try:
                out.append(str(values[name]) if name else written)
            except KeyError:
                out.append(written)
        return ''.join(out)

    def is_valid(self):
        return all(name is not None for _, name, _, _ in self._parts())

    def get_identifiers(self):
        return list(dict.fromkeys([name for _, name, _, _ in self._parts() if name]))

# The fields of a format string: text, name, spec, conversion; the name is None where a text ends with a doubled brace,
# or with the string.
def _fields(text):
    at, literal, size = 0, '', len(text)
    opened = closed = -1  # the next brace of each kind, or the end
    while at < size:
        c = text[at]
        if c not in '{}':
            if opened < at:
                opened = text.find('{', at) % (size + 1)
            if closed < at:
                closed = text.find('}', at) % (size + 1)
            end = min(opened, closed)
            literal, at = text[at:end], end
        elif text[at + 1:at + 2] == c:
            yield literal + c, None, None, None
            at, literal = at + 2, ''
        elif c == '}':
            raise ValueError("Single '}' encountered in format string")
        else:
            depth, end, named, inside = 1, at + 1, True, False
            while end < len(text) and depth:
                c = text[end]
                inside = named and (c == '[' or inside and c != ']')
                if named and not inside and c == '!':
                    end += 1  # any character says how it is converted, a brace too
                named = named and (inside or c not in ':!')
                if not inside:
                    depth += (c == '{') - (c == '}')
                end += 1
            if depth:
                text[at:].format()  # which says what is wrong with it
            yield (literal, *_field(text[at + 1:end - 1]))
            at, literal = end, ''
    if literal:
        yield literal, None, None, None

def _field(text):
    depth, end = 0, 0
    while end < len(text) and (depth or text[end] not in ':!'):
        depth += (text[end] == '[') - (text[end] == ']')
        end += 1
    name, rest, conversion = text[:end], text[end:], None
    if rest[:1] == '!':
        conversion, rest = rest[1:2], rest[2:]
        if rest and rest[0] != ':':
            raise ValueError("expected ':' after conversion specifier")
    return name, rest[1:], conversion

# A name's first part, and then pairs, read when it is their turn: is it an attribute, and of which name.
def _parts_of(name):
    end = 0
    while end < len(name) and name[end] not in '.[':
        end += 1
    first = name[:end]
    return int(first) if first.isdigit() else first, _rest_of(name, end)

def _rest_of(name, end):
    while end < len(name):
        if name[end] == '.':
            start = end = end + 1
            while end < len(name) and name[end] not in '.[':
                end += 1
            part = True, name[start:end]
        elif name[end] != '[':
            raise ValueError("Only '.' or '[' may follow ']' in format field specifier")
        else:
            close = name.find(']', end)
            if close < 0:
                raise ValueError("Missing ']' in format string")
            key = name[end + 1:close]
            part = False, int(key) if key.isdigit() else key
            end = close + 1
        if part[1] == '':
            raise ValueError('Empty attribute in format string')
        yield part

class Formatter:
    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used = set()
        result, _ = self._vformat(format_string, args, kwargs, used, 2, 0)
        self.check_unused_args(used, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used, depth, number):
        if depth < 0:
            raise ValueError('Max string recursion exceeded')
        out = []
        for literal, name, spec, conversion in self.parse(format_string):
            out.append(literal)
            if name is None:
                continue
            if name == '':
                if number is False:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                name = str(number)
                number += 1
            elif name.isdigit():
                if number:
                    raise ValueError('cannot switch from manual field specification to automatic field numbering')
                number = False
            value, first = self.get_field(name, args, kwargs)
            used.add(first)
            value = self.convert_field(value, conversion)
            spec, number = self._vformat(spec, args, kwargs, used, depth - 1, number)
            out.append(self.format_field(value, spec))
        return ''.join(out), number

    def parse(self, format_string):
        if not isinstance(format_string, str):
            raise TypeError('expected str, got ' + type(format_string).__name__)
        return _fields(format_string)

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def get_field(self, field_name, args, kwargs):
        first, rest = _parts_of(field_name)
        value = self.get_value(first, args, kwargs)
        for is_attribute, name in rest:
            value = getattr(value, name) if is_attribute else value[name]
        return value, first

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == 's':
            return str(value)
        if conversion == 'r':
            return repr(value)
        if conversion == 'a':
            return ascii(value)
        raise ValueError('Unknown conversion specifier {0!s}'.format(conversion))
