# What exceptions know beyond their arguments, and what their constructors and other builtins say of arguments that they do
# not take. What this prints, CPython prints.
import itertools
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(f, *names):
    try: f()
    except BaseException as e:
        p(type(e).__name__, e, e.args, [getattr(e, n, 'NONE') for n in names])
class C: pass
c=C()
t(lambda: c.x, 'name'); t(lambda: nope, 'name'); t(lambda: C.y, 'name', 'obj'); t(lambda: (5).foo(), 'name', 'obj')
def f():
    del z
    z = 1
t(f, 'name')
def f():
    p(q); q=1
t(f,'name')
t(lambda: b'\xff'.decode(), 'encoding','object','start','end','reason')
t(lambda: '\u1234'.encode('ascii'), 'encoding','object','start','end','reason')
t(lambda: {}['k'], 'name'); 
def f(): import struct; struct.nope
t(f, 'name')
def f(): raise AttributeError('m', name='n', obj=3)
t(f, 'name', 'obj')
def f(): raise NameError('m', name='n')
t(f, 'name')
def f(): raise ImportError('m', name='n', path='p')
t(f, 'name', 'path')
def f(): raise ImportError('m', 'b')
t(f, 'name', 'path')
def f(): raise AttributeError
t(f, 'name', 'obj')
class G:
    def __getattr__(s, n): raise AttributeError('own')
def f(): G().zip
t(f, 'name')
def f(): getattr(C(), 'zz')
t(f, 'name')
def f(): c.x = 1; del c.x; del c.x
t(f, 'name')
def f(): raise StopIteration(5, 6)
t(f, 'value')
def f(): raise SystemExit(5)
t(f, 'code')
def f(): raise UnicodeDecodeError('utf-8', b'abc', 0, 1, 'why')
t(f, 'encoding','object','start','end','reason')
def f(): raise UnicodeDecodeError('utf-8')
t(f)
def f(): raise UnicodeEncodeError('ascii', 'abc', 0, 2, 'why')
t(f, 'encoding','object','start','end','reason')
def f(): raise ExceptionGroup('m', [ValueError(1), TypeError(2)])
t(f, 'message', 'exceptions')
e = ValueError(1); e.name = 'x'; p(e.__dict__, e.name)
e = AttributeError('a', name='x'); p(e.__dict__, repr(e)); e.name = 5; p(e.name, e.obj)
try: AttributeError(foo=1)
except Exception as x: p(x)
try: p(e.with_traceback(None) is e)
except Exception as x: p(x)
try: p(e.with_traceback(5) is e)
except Exception as x: p(x)
p(repr(NameError('a', name='q')))
p(hasattr(e,'add_note'), e.__cause__, e.__context__, e.__suppress_context__)
try: e.__cause__ = 5
except Exception as x: p(type(x), x)
try: e.__context__ = 5
except Exception as x: p(type(x), x)
try: del e.args
except Exception as x: p(type(x), x)
e.args = [1,2]; p(e.args, e)
try: e.args = 5
except Exception as x: p(type(x), x)
p(KeyError('a'), repr(KeyError('a','b')), str(KeyError('a','b')), str(KeyError()), [KeyError(1)])


def err(*tried):
    for f in tried:
        try:
            p(repr(f()))
        except Exception as e:
            p(type(e).__name__, e)


err(lambda: "a".find(), lambda: "a".index(1, 2, 3, 4), lambda: b"a".startswith(), lambda: bytearray().count(), lambda: [].index(), lambda: "a".zfill(zz=1),
    lambda: "a".upper(1), lambda: "a".upper(zz=1), lambda: "a".join(), lambda: "a".join(1, zz=2), lambda: "a".replace("b"), lambda: "a".split(1, 2, 3),
    lambda: "a".split(zz=1), lambda: "a".expandtabs(1, zz=1), lambda: (1).__add__(zz=1), lambda: (1).__add__(), lambda: len(zz=1), lambda: len(),
    lambda: pow(zz=1), lambda: pow(1), lambda: pow(1, 2, 3, 4), lambda: round(zz=1), lambda: round(), lambda: [1].sort(1), lambda: [1].sort(1, 2, 3),
    lambda: [1].sort(zz=1), lambda: sorted([1], zz=1), lambda: sorted([1], reverse=2 ** 70), lambda: [1].sort(reverse="a"), lambda: (5).to_bytes(1, 2, 3, 4),
    lambda: max(zz=1), lambda: max(1, 2, zz=1), lambda: min(key=1), lambda: zip(zz=1), lambda: map(zz=1), lambda: slice(zz=1), lambda: staticmethod(zz=1),
    lambda: classmethod(), lambda: enumerate(), lambda: enumerate(x=1), lambda: list(enumerate(iterable="a", start=2)), lambda: enumerate(start=2),
    lambda: enumerate([], iterable=[]), lambda: enumerate([], foo=1), lambda: enumerate(1, 2, 3), lambda: list(enumerate("a", start=3)),
    lambda: {}.popitem(1), lambda: {}.popitem(last=True), lambda: {}.update(1, 2), lambda: dict(1, 2), lambda: {1}.union(zz=1),
    lambda: {1}.update(zz=1), lambda: frozenset().difference(zz=1), lambda: {1}.intersection_update(zz=1), lambda: {}.get(), lambda: {}.get(zz=1),
    lambda: b"a".hex(1), lambda: (i for i in ()).throw(1), lambda: (i for i in ()).throw(int), lambda: object.__format__(1, 2), lambda: {}.pop(),
    lambda: isinstance(1), lambda: getattr(1), lambda: divmod(1), lambda: chr(), lambda: chr(2 ** 40), lambda: iter(), lambda: next(), lambda: hash(1, 2),
    lambda: abs(int.__add__), lambda: [*int.__add__], lambda: str.join + 1, lambda: type(int.__add__), lambda: type(str.join), lambda: int.__add__,
    lambda: "%(a)s" % int, lambda: "%(a)s" % len, lambda: "%(a)s" % {1}, lambda: "%(a)s" % "a", lambda: "%(a)s" % (1,), lambda: "x" % len, lambda: "x" % [1],
    lambda: "%(a)s" % [1], lambda: b"%(a)s" % b"a", lambda: "%(a)s" % b"a", lambda: "%(a)s" % range(3), lambda: "x" % {1})


def of_a_set():
    return {f.__qualname__ for f in {lambda: a for a in "a"}}


p(of_a_set(), [f.__qualname__ for f in [lambda: a for a in "a"]], [f.__qualname__ for f in (lambda: a for a in "a")])
for spec in itertools.product(("", "z", "0=5"), ("", ",", "_"), ("", ".2"), ("", "d", "n", "s", "c", "x", "q")):
    for v in (65, "ab", True):
        try:
            p(v, spec, format(v, "".join(spec)))
        except ValueError as e:
            p(v, spec, e)
p(f"{'it'!a} {chr(39)!a} {chr(92)!a} {'é'!a:>12} {['x', 'ü']!a} {chr(34)!a:*^7}", ascii("it's \\ é"), "%a" % "it's \\ é")
