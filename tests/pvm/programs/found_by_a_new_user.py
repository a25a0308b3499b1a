# What ordinary programs met: keys that derive from str, templates filled before a value may say anything, wide ranges,
# what has an index, errors that programs make themselves. What this prints, CPython prints.
import pvm_host


def print(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def T(f, *a, **k):
    try: print('ok', repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e, e.args)
class CI(str):
    def __hash__(s): return hash(s.lower())
    def __eq__(s, o): return s.lower() == o.lower()
T(lambda: {CI("Ab"): 1}["ab"]); T(lambda: {"ab": 1}[CI("AB")]); print(hash(CI("AB")) == hash("ab"), hash('') == hash(b''))
class Tu(tuple):
    def __eq__(s, o): return tuple.__eq__(s, o)
    __hash__ = tuple.__hash__
T(lambda: (1, 2) in {Tu((1, 2))}); T(lambda: {(1,2): 3}[Tu((1,2))])
class By(bytes):
    def __eq__(s, o): return bytes.__eq__(s, o)
    __hash__ = bytes.__hash__
T(lambda: b'a' in {By(b'a')}); T(lambda: By(b'a') in {b'a'})
class H:
    def __hash__(s): return 2**60+5
print(hash(H()))
class H:
    def __hash__(s): return 2**200
print(hash(H()), hash(2**200), hash(-1), hash(2**61-1), hash(2**60))
class V:
    def __rmod__(s, o): return "rmod"
    def __str__(s): return "V"
print("x=%s" % V()); T(lambda: b"%d" % V())
class S(str):
    def __rmod__(s, o): return 'srmod'
print('%s' % S('a'), 'a%s' % S('b'))
import json
print(json.dumps({"a": {3}}, default=sorted, indent=2)); T(lambda: json.dumps([object()], default=lambda o: {'x': [1, {2}]} if not isinstance(o, set) else [5], indent=1))
print("{!a}".format("é"), f"{'é'!a}", "%a" % "é")
class M:
    def __pow__(s, n, mod=None): return n, mod
T(lambda: pow(M(), 5, 7)); T(lambda: pow(M(), 5)); T(lambda: pow(2, 3, M())); T(lambda: pow('a', 3, 4))
T(lambda: range(10**20)[10**19]); T(lambda: range(10**20)[5:10]); T(lambda: range(6)[::2**70]); T(lambda: range(10)[::-1]); T(lambda: range(10)[-3:100:2]); T(lambda: range(10)[8:2:-2]); T(lambda: range(0)[::-1]); T(lambda: range(5)[-7]); T(lambda: range(5)[-5]); T(lambda: range(5)['a']); T(lambda: range(5)['a':]); T(lambda: range(5)[::0]); T(lambda: range(10**30)[-1]); T(lambda: range(10,0,-3)[1:]); T(lambda: range(10,0,-3)[::-1]); T(lambda: range(5)[10**30]); T(lambda: range(3)[True])
class I:
    def __index__(s): return 2
T(bytes, I()); T(bytearray, I()); T(lambda: range(9)[I():])
class J:
    def __index__(s): raise TypeError('no')
    def __iter__(s): return iter([1,2])
T(bytes, J())
class D(dict): pass
print(type(D(a=1).copy()))
e = json.JSONDecodeError("m", "doc\nx", 5); print(e); T(lambda: e.lineno); T(lambda: e.pos); T(lambda: (e.colno, e.msg, e.doc, e.args)); print(repr(e))
try: json.loads('[1,')
except ValueError as x: print(x, x.pos, x.__suppress_context__, repr(x))
T(lambda: b"%(a)s" % {b"a": b"1"})
print(__debug__, FileNotFoundError('x'), IOError is OSError, issubclass(BrokenPipeError, ConnectionError), issubclass(TabError, SyntaxError), FutureWarning('a'))
def g(): yield
x = g(); next(x); T(x.throw, ValueError("a"), "b")
import base64
T(base64.b64encode,b'abc','-_'); T(base64.b64encode,b'abc',b'-'); T(base64.b64decode,b'abcd',b'-');T(base64.b64decode,b'abcd','--'); T(base64.b64decode,b'abcd','é-'); T(base64.b64decode,b'abcd',5)
T(base64.b64encode, b"\xff\xfe\xfd", b"._"); T(base64.b64encode, b"\xff\xfe\xfd\xfb\xef", bytearray(b"._")); T(base64.b64decode, b"-_+/", altchars="+_"); T(base64.b64decode, b"..__", b"._"); T(base64.b64decode, "é", b"._"); T(base64.b64decode, "-_-_", b"-_"); T(base64.b64encode, "x", b"-_"); T(base64.b64decode, b"-_-_", b"-_", validate=True); T(base64.b64decode, b"+/+/", b"-_", validate=True); T(base64.urlsafe_b64decode, b"-_-_"); T(base64.urlsafe_b64encode, b"\xff\xfe\xfd\xfb\xef")

import collections, operator, functools
for f in (operator.itemgetter(0), operator.attrgetter('a'), operator.methodcaller('x'), functools.partial(list), list, None, len):
    print(collections.defaultdict(f), collections.defaultdict(f, a=1))
class D(collections.defaultdict): pass
print(D(list), D(operator.itemgetter(1)))


l = [1, {2}]
T(lambda: json.dumps(l, default=lambda o: repr(l))); T(lambda: json.dumps(l, default=lambda o: json.dumps(l, default=lambda x: 5)))
l.append(l); T(lambda: json.dumps(l, default=str)); d = {'a': [1]}; d['b'] = d; T(lambda: json.dumps(d))
T(lambda: json.dumps(object, default=lambda o: o)); x = [1]; T(lambda: json.dumps([x, x, {'k': x}]))
T(lambda: json.dumps({1}, default=lambda o: {1})); T(lambda: json.dumps({'abc'}, default=repr)); T(lambda: json.dumps([{1}], default=lambda o: 1 // 0)); T(lambda: json.dumps([[{1}], [{2}]], default=list, indent=1))
