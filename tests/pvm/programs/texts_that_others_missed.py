# Small differences of texts, bytes, struct, json and string that a reading beside CPython showed. What this prints,
# CPython prints.
import json
import string
import struct
import pvm_host


def print(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def T(f, *a, **k):
    try: print('ok', repr(f(*a, **k)))
    except Exception as e: print(type(e).__name__, e)


class Shown:
    def __init__(self, text): self.text = text
    def __repr__(self): return self.text
    def __str__(self): return self.text


# A field of bytes is as wide as it has bytes; %r in it has nothing beyond ASCII, and obeys its precision.
print('bytes %')
for form in b'%5b|', b'%-5b|', b'%5s|', b'%-5s|', b'%.1s|', b'%5.1b|', b'%3c|':
    T(lambda: form % b'\xc3\xa9' if form != b'%3c|' else form % b'\xc3')
    T(lambda: bytearray(form) % bytearray(b'\xc3'))
for form in b'%r', b'%a', b'%.3r', b'%.3a', b'%.0r|', b'%6.3r|', b'%-6.3a|', b'%20r|', b'%-20a|', b'%.99r':
    for value in 'é', 'abcdef', Shown('é\U0001f600x'), Shown('plain'), b'\xc3\xa9', 12345:
        T(lambda: form % (value,))
T(lambda: '%.3r|%5.2a|%5r|%5s' % ('ééé', 'é', 'é', 'é'))

# Who is no iterable is told so; what an iterable raises is its own.
print('slices')
def failing(error, *first):
    yield from first
    raise error

class Fails:
    def __init__(self, error): self.error = error
    def __iter__(self): raise self.error

class NoIterator:
    def __iter__(self): return 5

class HasNone:
    __iter__ = None

class Indexes:
    def __getitem__(self, i):
        if i > 2: raise TypeError('of an item')
        return i

def store(target, key, value):
    target[key] = value
    return target

for key in slice(None), slice(None, None, 2), slice(3, 1), slice(None, None, -1), slice(None, None, 1), slice(0, 0, 2):
    for value in (lambda: failing(TypeError('inner')), lambda: failing(TypeError('later'), 1, 2), lambda: Fails(TypeError('own')),
                  lambda: failing(ValueError('v')), lambda: Fails(KeyError('k')), NoIterator, HasNone, Indexes, lambda: 5,
                  lambda: None, object, lambda: 'ab', lambda: (7, 8), lambda: range(2), lambda: int):
        T(lambda: store([1, 2, 3, 4], key, value()))
for value in 5, None, 'ab', (), object():
    T(lambda: store([1, 2], slice('a', 2), value))
    T(lambda: store([1, 2], slice(0, 2, 0), value))
    T(lambda: store([1, 2], slice(0, 2, 'b'), value))

# struct.
print('struct')
for form in 'é', 'bé', '\x80', '\U0001f600', 'b\xff\u0100', b'\xc3\xa9', b'b\xff', '\0', 'b\0', b'\0', b'b\0b', '\0é', 5, None, bytearray(b'b'):
    T(struct.calcsize, form)
    T(struct.pack, form, 1)
    T(struct.unpack, form, b'a')
    T(struct.unpack_from, form, b'a')
    T(struct.iter_unpack, form, b'a')
    T(struct.pack_into, form, bytearray(1), 0, 1)
    T(lambda: struct.Struct(form).size)

class Own(int):
    def to_bytes(self, *a, **k): return b'zzzzzzzz'
    def __le__(self, other): raise KeyError('le')
    def __ge__(self, other): raise KeyError('ge')
    def __lt__(self, other): raise KeyError('lt')
    def __gt__(self, other): raise KeyError('gt')
    def __eq__(self, other): raise KeyError('eq')
    def __index__(self): raise KeyError('index')
    def __int__(self): raise KeyError('int')
    def __add__(self, other): raise KeyError('add')
    def __radd__(self, other): raise KeyError('radd')
    def __neg__(self): raise KeyError('neg')

class Gives:
    def __init__(self, what): self.what = what
    def __index__(self): return self.what

for code in 'bBhHiIlLqQ':
    for order in '<>@':
        for value in Own(5), Own(-1), Own(1 << 70), Own(-1 << 70), Own(300), True, Gives(7), Gives(-7), Gives(1 << 64):
            T(struct.pack, order + code, value)
for code in 'nNP':
    for value in Own(5), Own(-1), Own(1 << 70), Gives(7), Gives(-1):
        T(struct.pack, code, value)
T(struct.pack, 'b', Gives('x'))
T(struct.pack, 'b', Fails(1))
T(struct.pack, 'b', 'x')
T(struct.pack, '?b', Own(0), Own(1))
for offset in 'x', None, b'', (), Gives(1), Gives(-1), Gives('x'), Own(1), True, 1, -1, 5, -5, 1 << 70, -1 << 70, Own(1 << 70), Gives(1 << 64):
    T(struct.unpack_from, 'b', b'ab', offset)
    T(struct.unpack_from, 'b', b'ab', offset=offset)
    T(struct.Struct('b').unpack_from, b'ab', offset)
    T(struct.pack_into, 'b', bytearray(2), offset, 5)
    T(struct.Struct('b').pack_into, bytearray(2), offset, 5)
for buffer in b'abcd', 'abcd', 5, None, [1], Own(1):
    T(struct.pack_into, 'h', buffer, 0, 5)
    T(struct.Struct('h').pack_into, buffer, 'x', 5)
    T(struct.unpack_from, 'h', buffer, 0)
    T(struct.unpack_from, 'h', buffer, 'x')
    T(struct.unpack, 'h', buffer)
    T(lambda: list(struct.iter_unpack('h', buffer)))
T(struct.pack_into, 'h', b'abcd')
T(struct.pack_into, 'h')
T(struct.pack_into)
T(struct.pack_into, 'h', b'abcd', 0)
T(struct.pack_into, 'h', b'abcd', 0, 1, 2)

# string.Template says in which line and column; the fields that Formatter reads end where braces are doubled.
print('string')
for text in ('x\n$ 1', '\n\n$1', '$', '$ ', 'ab$', 'a\nb$', 'a\n$', '\n$', '$\n', 'a\r\nb\n\nc $1', 'é\né $é', 'a\x0bb$1', 'a\u2028$ b', '$$ $', '${', '${a', 'a\n${1}',
             '$x\n$y\n  ${z', 'a\rb$', '\r\n\r\n $-'):
    T(string.Template(text).substitute, x=1, y=2, z=3)
    T(string.Template(text).safe_substitute, x=1)

class Percents(string.Template):
    delimiter = '%%'

for text in 'x\n%% 1', '%%%%', '%%', 'ab\n\n %%x %%', '%%x\n%%1':
    T(Percents(text).substitute, x=1)

parse = lambda text: list(string.Formatter().parse(text))
def parse_some(text):
    found = []
    try:
        for part in string.Formatter().parse(text): found.append(part)
    except ValueError as e: found.append(str(e))
    return found

for text in ('a{b!r:c}d{{e}}', '{{', '}}', '{{}}', '{{}}{{', 'a{{', 'a}}', '{{a', '}}a', '{{{a}}}', 'x{{{a}y}}z', '{{{{', '}}}}', '', 'abc', '{}', '{}{{', '{{{}',
             'a{{b}}c{d}e{{f}}', '{a:{{}}}', '{a[}}]}', '{', '}', 'a{', 'a}', '{{{', '}}}', '{a', '{a:', '{a!', '{a!r', '{a!rx}', 'ab{{{a', '{a}}',
             '{a[{]}', '{a[:]}', '{a[!]!r:x}', '{:{}}', '{a:{b}{c}}', '{a!é}', '{!r', '{0[}', '{a.b[c].d:e{f}!g}', '{a:b!r}', '{{é}}{é!r:é}é'):
    T(parse, text)
    T(parse_some, text)
    T(string.Formatter().format, text, 1, 2, a=3, d=4)

# JSON.
print('json')
for text in b'\xef\xbb\xbf[]', b'\xef\xbb\xbf{"a": 1}', b'\xef\xbb\xbf', b'\xef\xbb\xbf\xef\xbb\xbf[]', b'\xef\xbb\xbf [1, ]', b'\xef\xbb\xbf"\xc3\xa9" x', '\ufeff[]':
    for made in (text, bytearray(text)) if isinstance(text, bytes) else (text,):
        T(json.loads, made)
        try: json.loads(made)
        except json.JSONDecodeError as e: print(e.pos, e.lineno, e.colno, repr(e.doc), e.msg)
        except ValueError as e: print(type(e).__name__)
for doc in 'abc', '', 'a\nb\nc', '\n', 'é\né', 'a\n', '\n\n':
    for pos in 0, 1, 2, 3, 4, 500, -1, -2, -3, -5, -500:
        e = json.JSONDecodeError('m', doc, pos)
        print(e, e.msg, repr(e.doc), e.pos, e.lineno, e.colno, e.args)

# bytes.join and bytearray.extend.
print('join')
for value in 5, None, object(), HasNone(), NoIterator(), Fails(TypeError('own')), Fails(KeyError('k')), 'ab', [b'a', 'b'], (b'a', 1), [], [b'a'], {b'a': 1}, range(2), b'ab', bytearray(b'a'), Indexes(), int:
    T(b'-'.join, value)
    T(bytearray(b'-').join, value)
for error in TypeError('t'), KeyError('k'):
    T(lambda: b''.join(failing(error, 1, 2)))
    T(lambda: b''.join(failing(error, b'a', 'b')))
T(lambda: b''.join(x for x in [b'a', 1, b'c']))
def extended(value, start=b'ab'):
    b = bytearray(start)
    b.extend(value)
    return b
for value in ('x', '', 'é', None, 5, True, object(), HasNone(), NoIterator(), Fails(TypeError('own')), Fails(KeyError('k')), [1, 256], [1, -1], [1, 'x'], [1, None], b'cd', bytearray(b'ef'),
              (1, 2), range(3), {3: 4}, Indexes(), [Own(5)], [1 << 70], int, Own(5), Gives(5), 'é\0'):
    T(extended, value)
T(lambda: extended(failing(TypeError('inner'), 1)))
T(lambda: extended(failing(KeyError('inner'), 1, 'x')))
for value in (object(), 'x', '', 5, -5, True, None, HasNone(), NoIterator(), Fails(TypeError('own')), Fails(KeyError('k')), [1, 256], [1, 'x'], b'xyz', (1, 2), range(3), Indexes(), int, Own(5),
              Gives(5), Gives(-1), [Gives('x')], [], {7: 8}):
    T(lambda: store(bytearray(b'abcdef'), slice(1, 3), value))
    T(lambda: store(bytearray(b'abcdef'), slice(None, None, 3), value))
T(lambda: store(bytearray(b'abcdef'), slice(1, 3), failing(TypeError('inner'), 1)))

# Numbers in formats, and what is wrong with a format.
print('formats')
for form in ('%ld', '%hd', '%Ld', '%lld', '%hhd', '%lLd', '%Llx', '%5lld', '%l', '%ll', '%l%', '%ls', '%lls', '%-lld', '%.3lld', '%.99999999999d',
             '%.99999999999s', '%9223372036854775808d', '%.2147483648d', '%.9223372036854775808d', '%.d', '%.', '%', '%5', '%-', '%(a', '%(a)', '%l l'):
    T(lambda: form % 5)
    T(lambda: form.encode() % 5)
    T(lambda: form % (5, 6))
for form in '%*d', '%.*d', '%*s', '%.*s', '%*.*d':
    for n in 1 << 70, -1 << 70, 1 << 63, -1 << 63, 1 << 31, -1 << 31, (1 << 62) + 1, None, 'x', 2, -4, True, Own(3), Gives(3):
        if '%*' in form and type(n) is int and 1 << 30 < abs(n) <= 1 << 63 and n != 1 << 63: continue  # there may be memory for it
        T(lambda: form % (n, 3))
        T(lambda: form.encode() % (n, 3))
        T(lambda: '%5.*d' % (n, 3))
for text in ('{99999999999}', '{99999999999999999999}', '{9223372036854775807}', '{9223372036854775808}', '{2147483648}', '{1}', '{01}', '{!r', '{0[}', '{0[a', '{0[a}', '{0[a]', '{0[]}', '{0.}', '{0..a}',
             '{0.a', '{', '}', '{0', '{0:', '{0:5', '{0:{', '{0:{}', '{0:{1}', '{!', '{!}', '{!r}', '{!r:', '{!r:}', '{!rx}', '{!rr}', '{!r!r}', '{!é}', '{!é', '{!\n}', '{! }', '{!\x7f}', '{!\u0100}', '{!\U0001f600}', '{!x}', '{!{', '{!{}',
             '{!{}}', '{!}}', '{!:}', '{!:x}', '{[é}', '{[é]}', '{[0]}', '{[99999999999999999999]}', '{[9223372036854775808]}', '{[9223372036854775807]}', '{[1]x}', '{[1]]}', '{a]}', '{0]}', '{:é}', '{:5é}', '{:éé}',
             '{:\x00}', '{:\x7f}', '{: }', '{:5 }', '{:\n}', '{:5\n}', '{:\u0100}', '{:5\U0001f600}', '{:~}', '{:!}', '{:5!}', '{:.}', '{:.5}', '{:.99999999999}', '{:99999999999999999999}', '{:.99999999999999999999}',
             '{:9223372036854775808}', '{:.9223372036854775807}', '{:.9223372036854775808}', '{:.2147483648}', '{:.2147483647}', '{:.2147483648x}', '{:5,_}', '{:,é}', '{:_é}', '{:, }', '{:_n}', '{:,n}', '{:,x}', '{:,s}', '{:,é5}', '{:{}{}}', '{:{}', '{}{', '{}}', '{0}{}',
             '{}{0}', '{a}', '{0!r:>5}', '{:>5!r}', '{[{]}', '{[}]}', '{[{}]}', '{0[!]}', '{0[:]}', '{0!r:{1}}', '{:{0}}', '{[a]!}', '{a.b', '{a[0]', '{a[0].', '{.}', '{[}', '{.a[}'):
    T(text.format, 1)
    T(text.format, 'x', 2)
    T(text.format_map, {'a': 1, '': 2})
for value in 5, 'x', True:
    for form in ('5 ', ' ', '  ', '5\x00', '5\x7f', '5\x1f', '5!', '5~', '5é', '5\u0100', '5\U0001f600', 'é', 'éé', 'é<', 'é<5', '5\n', '.99999999999', '.9223372036854775807', '.9223372036854775808', '.2147483648d', '.2147483648s',
                 '.2147483648', '.5', '.5d', '.5s', '.5é', '99999999999999999999', '5,é', ',\u0100', '_ ', ',\x7f', ',,', '__', ',_', '_,', 'z', '5z', 'zé', '#é', '+é', '.', '.é', 'y', 'yy', '=é', '05é', '.99999999999y', '.3 '):
        T(format, value, form)
class Named(int): pass
class NamedText(str): pass
for value in Named(5), NamedText('x'):
    for form in '5 ', '5é', 'y', 'éé', '.5', '.5s':
        T(format, value, form)

big = 1 << 70
for s in (slice(None), slice(None, None, -1), slice(1, None), slice(-5, -1), slice(5, 2, -1), slice(big, None), slice(None, big), slice(-big, big), slice(None, None, big), slice(None, None, -big), slice(big, -big, -big),
          slice(big + 5, None, -2), slice(None, None, 0), slice('a'), slice(None, 'a'), slice(None, None, 'a'), slice(Gives(2), Gives(big), Gives(3)), slice(Gives('x')), slice(None, None, Gives(0)), slice(0, -big, -1),
          slice(True, None), slice(None, -1, big), slice(-big, None, -1), slice(b"", None)):
    for n in big, 0, 1, 10, (1 << 62) - 1, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, big * big, True, Gives(7), Gives(big), -1, -big, Gives(-1), 'x', None, Gives('x'):
        T(s.indices, n)
for s in slice(1 << 62, None), slice((1 << 62) - 1, None), slice(None, 1 << 63), slice(None, None, 1 << 62), slice(-(1 << 62) - 1, None, -(1 << 62) - 1), slice(None, None, -(1 << 63)):
    for n in big, (1 << 62) - 1, 1 << 62, (1 << 62) + 1, 1 << 63, 3:
        T(s.indices, n)
order = []
class Told:
    def __init__(self, name, n): self.name, self.n = name, n
    def __index__(self):
        order.append(self.name)
        return self.n
T(slice(Told('start', 1), Told('stop', 9), Told('step', 2)).indices, Told('length', 20))
T(slice(Told('start', 1), Told('stop', 9), Told('step', 0)).indices, Told('length', -20))
T(slice(Told('start', 1), Told('stop', big), Told('step', 2)).indices, Told('length', big))
print(order)

print('to_bytes')
for n in big, -big, 1 << 63, -1, -(1 << 63) - 1, 'x', None, Gives(2), Gives(big), Own(2), True, Gives('x'):
    T(lambda: (5).to_bytes(n, 'big'))
    T(lambda: (5).to_bytes(n, 'wrong'))
    T(lambda: (5).to_bytes(n, 5))
for name in 5, None, b'big', 'Big', '', 'little', NamedText('big'), object:
    T(lambda: (5).to_bytes(2, name))
    T(lambda: (5).to_bytes(2, byteorder=name))
    T(lambda: (5).to_bytes(-2, name))
    T(lambda: (1 << 20).to_bytes(2, name))
    T(lambda: int.from_bytes(b'ab', name))
    T(lambda: int.from_bytes('ab', name))
    T(lambda: int.from_bytes(b'ab', byteorder=name, signed=True))
