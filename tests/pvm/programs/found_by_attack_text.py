# Texts and tables that change under what walks them, exceptions whose arguments are set to something else, blanks at every
# byte. What this prints, CPython prints.
import json
import pvm_host


def print(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def T(f, *a, **k):
    try: print('ok', repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e, e.args)


# json.dumps: the function for others takes away, adds and replaces what is still to be written.
def dumps(change, **how):
    d = {'a': object(), 'b': 1, 'c': [2]}
    T(json.dumps, d, default=lambda o: change(d), **how)


for how in {}, {'sort_keys': True}, {'indent': 1}, {'indent': ''}, {'indent': 1, 'sort_keys': True}:
    print(how)
    dumps(lambda d: d.pop('b'), **how)
    dumps(lambda d: d.pop('c'), **how)
    dumps(lambda d: d.clear(), **how)
    dumps(lambda d: d.setdefault('d', 4), **how)
    dumps(lambda d: d.update(b='new'), **how)
    dumps(lambda d: d.popitem(), **how)
    T(json.dumps, [[[]], [{}], {'k': [[1], {}], 'l': 'm'}], **how)


class Wandering(str):
    hashes = 0
    def __hash__(self):
        Wandering.hashes += 1
        return Wandering.hashes
    def __eq__(self, other): return False


T(json.dumps, {Wandering('x'): 1, Wandering('y'): [2]})
T(json.dumps, {Wandering('x'): 1, Wandering('y'): [2]}, indent=2)


class Clearing(str):
    __hash__ = str.__hash__
    def __lt__(self, other):
        table.clear()
        return str.__lt__(self, other)


table = {Clearing('b'): 1, Clearing('a'): 2, Clearing('c'): 3}
T(json.dumps, table, sort_keys=True)
print(table)


# What could not be coded is told as it was when the exception was made.
def told(e):
    T(lambda: (str(e), e.encoding, e.object, e.start, e.end, e.reason, e.args))


for make in (lambda: UnicodeDecodeError('a', b'xy', 0, 1, 'r'), lambda: UnicodeEncodeError('a', 'xy', 0, 1, 'r'),
             lambda: UnicodeDecodeError('a', bytearray(b'\xff\xfe'), True, 2, 'r'),
             lambda: UnicodeEncodeError('a', '\u20acy', 0, 1, 'r'), lambda: UnicodeEncodeError('a', 'a\U0001f600y', 1, 2, 'r'),
             lambda: UnicodeEncodeError('a', '\u20acy', -5, 9, 'r'), lambda: UnicodeDecodeError('a', b'', 2**63 - 1, -2**63 + 1, 'r')):
    for args in (1, 2, 3, 4, 'x'), (), ('a', 'b', 0, 1, 'r'), ('a', b'zz', 0, 1, 'r'), (b'', 0), ([],) * 5:
        e = make()
        told(e)
        e.args = args
        told(e)
T(UnicodeDecodeError, 'a', b'', 2**63, 1, 'r')
T(UnicodeDecodeError, 'a', b'', 0, -2**63 - 1, 'r')
T(UnicodeEncodeError, 'a', b'', 0, 1, 'r')
T(UnicodeDecodeError, 'a', '', 0, 1, 'r')
T(UnicodeDecodeError, 'a', b'', 0, 1)
try: b'ab\xff'.decode()
except UnicodeDecodeError as e:
    told(e)
    e.args = (None,) * 5
    told(e)
try: 'ab\xff\u20ac'.encode('ascii')
except UnicodeEncodeError as e:
    told(e)
    e.args = (None,) * 5
    told(e)


class Made(UnicodeDecodeError):
    def __new__(cls, *a): return super().__new__(cls, 'a', b'', 0, 1, 'r')


T(Made, 1)
T(Made, 1, 2, 3, 4, 5)
T(Made, 'a', b'q', 0, 1, 'given')
told(Made('a', b'q', 0, 1, 'given'))
again = UnicodeDecodeError('a', b'xy', 0, 1, 'r')
again.__init__('b', b'z', 0, 1, 'other')
told(again)

# Tables of translate that have nothing, and their errors.
for table in '', 'ab', [], ['x', None, 66], (), b'', b'\x00' * 200, bytearray(b'A' * 98), {}, {97: 'X', 98: None, 0x20ac: 67}, range(98):
    T('abc\x00\x01\x02\u20ac'.translate, table)


class Lacking(dict):
    def __missing__(self, key): return '<%d>' % key


class Failing(dict):
    def __missing__(self, key): raise ValueError(key)


T('ab'.translate, Lacking()); T('ab'.translate, Failing()); T('ab'.translate, 5); T('ab'.translate, {97: int})
T('ab'.translate, {97: 0x110000}); T('ab'.translate, {97: -1})

# Every blank, in front, behind and between; and what only looks like one.
blanks = [chr(c) for c in range(0x3002) if chr(c).isspace()]
print(len(blanks), [hex(ord(c)) for c in blanks])
for c in blanks + ['\xa1', '\x84', '\xe9', '\u1681', '\u200b', '\u2027', '\u202a', '\u202e', '\u2030', '\u205e', '\u2060', '\u2fff',
                   '\u3001', '\u3040', '\u10d0', '\U0001f600', '\U00010000']:
    s = c + 'a' + c + c + '\xe9' + c + '\u20ac' + c
    print(ascii((s.split(), s.rsplit(None, 1), s.rsplit(None, 2), s.split(None, 1), s.strip(), s.lstrip(), s.rstrip(), c.isspace())))
print(ascii((''.split(), ''.rsplit(None, 1), '\u3000'.rsplit(None, 1), '\x85'.strip(), '\xe9'.rsplit(None, 0), '\xc2\xa0'.rstrip())))

# Tuples that have nothing to add are the other one.
t, u, n = (1, 2), (), []
print(t + u is t, u + t is t, u + u is u, n + n is n, sum([(), t, ()], ()) == t, sum([[], [1]], []))


class Tu(tuple): pass


d = Tu((1, 2))
print(d + () is d, () + d is d, type(d + ()).__name__, type(() + d).__name__, type(Tu() + t).__name__)

# % of what is a str and of what derives from one.
class Said(str):
    def __str__(self): return 'said'


print('%s' % 'a', '%s' % ('a',), '%s %s' % ('a', Said('b')), '%s' % Said('c'), '%s%%%s' % ('', ''), '%(k)s' % {'k': 'v'})
print('%s' % ('x' * 70), '%5s|%-5s|%.2s' % ('ab', 'ab', 'abc'))
T(lambda: '%s %s' % 'a'); T(lambda: '%s' % ('a', 'b')); T(lambda: '%s' % ()); T(lambda: '%s%' % ('a',)); T(lambda: 'x' % 'a')
T(lambda: '%(k)s%s' % {'k': 'v'}); T(lambda: '%s%(k)s' % {'k': 'v'}); T(lambda: '%(k)s %s' % 'v')


class Right(str):
    def __rmod__(self, other): return 'right'


class Deep(Right): pass


class Plain:
    def __rmod__(self, other): return 'plain'


class Bytes(bytes):
    def __rmod__(self, other): return 'bytes'


print('%s' % Right('r'), '%s' % Deep('r'), '%s' % Plain().__class__.__name__, b'%s' % Bytes(b'b'), b'%s' % bytearray(b'c'))
T(lambda: 'none' % Plain()); T(lambda: b'none' % Plain()); T(lambda: b'%s' % Right('a'))

# Ranges of wide numbers, and texts without end.
a, s = 1 << 4000, 1 << 2000
r = range(a, a + s * s, s)
print(r == range(a, a + s * s - 1, s), r == range(a, a + s * s, s + 1), [r] == [range(a, a + s * s, s)], [r] * 3 == [range(a, a + s, s)] * 3)
print(a in r, a + s in r, a + 1 in r, a + s * s in r, a - s in r, a + 10 in range(a, a + 10), a + 9 in range(a + 10, a, -1), r.count(a), r.index(a + s))
print(b''.join([b''] * 3), b','.join([b'', bytearray(b'a'), b'']), {}.items().isdisjoint([0] * 3), {1: 2}.items().isdisjoint([(1, 2)]),
      {1: 2}.keys().isdisjoint([3, 1]))
print('abc'.startswith(('',) * 3, 10), 'abc'.startswith(('x', 'b'), 1), b'abc'.endswith((b'x', b'c')), 'abc'.endswith(('',) * 3, 10))
T('abc'.startswith, ('x', 1)); T(b'abc'.startswith, (b'x', 'a')); T(b''.join, [b'', ''])
T(b''.decode, 'utf8', 'x' * 500); T(''.encode, 'utf8', 'x' * 500); T(lambda: str(b'', errors='x' * 500))
e = json.JSONDecodeError('x' * 500, 'a\nb', 2)
print(e, e.msg == 'x' * 500, e.lineno, e.colno, e.pos)
