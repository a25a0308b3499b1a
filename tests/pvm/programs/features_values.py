# Unpacking, arguments, match, slices, texts in formats, sets, bytes. What this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e)
# unpacking
def u1():
    a,*b,c=range(5); [d,(e,*f)]=1,(2,3,4); (g),h='ab'; *i,=[]; return a,b,c,d,e,f,g,h,i
def u2(): a,b=1,2,3
def u3(): a,*b,c=[1]
def u4():
    x=[0,0]; i=0; i,x[i]=1,5; return i,x
def u5():
    for a,(b,*c) in [(1,(2,3)),(4,(5,))]: p(a,b,c)
def u6(): return [*range(2),*'ab'], {*[1],*(2,)}, {**{'a':1},'a':2,**{'b':3}}, (*(),), (lambda *a,**k:(a,k))(*[1],2,*(3,),x=1,**{'y':2})
def u7(): return (lambda **k:k)(**{'a':1},**{'a':2})
def u8(): return (lambda **k:k)(**{1:2})
def u9(): return (lambda a:a)(*5)
def u10(): return (lambda a:a)(**5)
def u11(): return {**5}
def u12(): a=b=c=[]; a.append(1); return b,c
def u14():
    a,b=b,a=1,2
    return a,b
t(u1,u2,u3,u4,u5,u6,u7,u8,u9,u10,u11,u12,u14)
# signature errors
def f0(): pass
def f1(a,b=2,*,c,d=4): pass
def f2(a,/,b,*args,k,**kw): return a,b,args,k,kw
def f3(a,b,c): pass
def f4(*,a,b): pass
def f5(a,/): pass
def f6(a,b=1,/,c=2): return a,b,c
class K:
    def m(self,a): pass
    def n(): pass
    @classmethod
    def c(cls,a): pass
    @staticmethod
    def s(a): pass
t(lambda: f0(1), lambda: f0(a=1), lambda: f1(), lambda: f1(1), lambda: f1(1,2,3,c=1), lambda: f1(1,2,3), lambda: f1(1,c=1,e=2), lambda: f1(1,a=1,c=1), lambda: f2(1,2,3,k=4,z=5), lambda: f2(1,2,3,k=4,a=5), lambda: f2(a=1,b=2,k=1), lambda: f3(), lambda: f3(1), lambda: f3(1,2), lambda: f3(1,2,3,4), lambda: f4(), lambda: f4(a=1), lambda: f4(1,a=1,b=2), lambda: f5(a=1), lambda: f5(), lambda: f6(1,c=3), lambda: f6(a=1), lambda: f6(1,b=3), lambda: K().m(), lambda: K().m(1,2), lambda: K().n(), lambda: K.m(1), lambda: K.c(), lambda: K.c(1,2), lambda: K.s(), lambda: K(1), lambda: K(a=1), lambda: object(1), lambda: (lambda x,y:0)(1), lambda: f3(1,2,3,b=3), lambda: f3(*[1],**{'a':2}), lambda: f0(**{'x y':1}), lambda: f3(a=1,b=2,c=3,d=4,e=5), lambda: 5(), lambda: 'a'(), lambda: None.x, lambda: [].x, lambda: K.zz, lambda: K().zz)
# match
def m(x):
    match x:
        case 0 | 1: return 'small'
        case -1: return 'neg'
        case 'a' | b'b': return 'txt'
        case None: return 'none'
        case True: return 'true'
        case [] : return 'empty'
        case [1,2,*r]: return ('12',r)
        case (a,b) if a==b: return ('same',a)
        case [a,*_,b]: return ('ends',a,b)
        case {'k':v,**rest}: return ('map',v,rest)
        case {}: return 'anymap'
        case str(s): return ('str',s)
        case int(n) as q: return ('int',n,q)
        case P(x=1,y=yy): return ('P',yy)
        case P(a,b): return ('Ppos',a,b)
        case K.const: return 'const'
        case set(): return 'set'
        case bytearray() | bytes() as bb: return bb
        case _: return 'other'
class P:
    __match_args__=('x','y')
    def __init__(s,x,y): s.x=x; s.y=y
K.const=(7,)
for v in (0,1,True,-1,'a',b'b',None,[],[1,2],[1,2,3,4],(5,5),(5,6),[1],{'k':1,'z':2},{'q':1},{},'zz',99,P(1,2),P(3,4),{1},b'x',(7,),range(3),object,iter([1,2])):
    p(v if not isinstance(v,P) and not hasattr(v,'__next__') else 'P', m(v))
def m2(x):
    match x:
        case int(a,b): pass
def m3(x):
    match x:
        case P(1,2,3): pass
def m4(x):
    match x:
        case P(1,x=2): pass
class BadMA: __match_args__='ab'
def m5(x):
    match x:
        case BadMA(1): pass
def m8(x):
    q=int
    match x:
        case q(): return 1
    return 2
class NM: pass
def m9(x):
    match x:
        case NM(1): pass
t(lambda: m2(5), lambda: m3(P(1,2)), lambda: m4(P(1,2)), lambda: m5(BadMA()), lambda: m8(4), lambda: m9(NM()))
# slices, fstrings
l=list(range(10))
def sl(s,v):
    l=list(range(10)); l[s]=v; return l
def sd(s):
    l=list(range(10)); del l[s]; return l
t(lambda: l[::-2], lambda: l[8:2:-3], lambda: l[-3:], lambda: l[:-20], lambda: l[100:], lambda: l[::0], lambda: l['a':], lambda: l[None:None:None], lambda: sl(slice(2,5),'ab'), lambda: sl(slice(0,10,3),'ab'), lambda: sl(slice(None,None,-1),range(10)), lambda: sl(slice(5,2),'xy'), lambda: sl(slice(1,3),5), lambda: sd(slice(None,None,3)), lambda: sd(slice(7,2,-2)), lambda: slice(1,2,3).indices(5), lambda: slice(-1,None,-1).indices(5), lambda: slice(1)==slice(None,1,None), lambda: slice(1)<slice(2), lambda: hash(slice(1)), lambda: slice(1,2).stop, lambda: 'abc'[::-1], lambda: (1,2,3)[1:2], lambda: l[True], lambda: l[10], lambda: l[-11], lambda: l[2**70], lambda: 'abc'[5], lambda: (1,)['a'], lambda: b'abc'[1], lambda: b'abc'[1:], lambda: range(10)[2:8:3], lambda: range(10)[::-1], lambda: bytearray(b'abc')[1:])
x=255; w=10; s='hé'
t(lambda: f'{x:#x} {x:>{w}} {x!r:>{w}} {x=} {x = !r} {x=:>5} {s!a} {s:*^{w}} {{}} {x:,} {-x:+08d} {x:b} {x:c} {"a" "b"} {x if x else 0} {(lambda: 3)()} {[i for i in range(2)]} { {"a":1}["a"] } {x!s:.2}', lambda: f'{x:{"0"}{w}d}', lambda: f'{s:d}', lambda: f'{x:s}', lambda: f'{None:>5}', lambda: f'{[]:5}', lambda: f'{x:{w}{w}}', lambda: f'{"":>5}|{"abcdef":.3}|{"a":<3}|{True}|{True:d}|{1000000:_}|{255:_b}', lambda: '{:>{}}'.format(1,5), lambda: '{0[a]} {1.real} {k!r}'.format({'a':1},2,k='z'), lambda: '{} {1}'.format(1,2), lambda: '{a}'.format(), lambda: '{'.format(), lambda: '}'.format(), lambda: '{0!x}'.format(1), lambda: '{0.x}'.format(1), lambda: '%5.2s|%-5d|%05d|%+d|%x|%o|%c|%r|%%' % ('abc',3,4,5,255,8,65,'q'), lambda: '%d' % 'a', lambda: '%s %s' % (1,), lambda: '%s' % (1,2), lambda: '%(a)s' % {'a':1}, lambda: '%z' % 1, lambda: '%c' % 'ab', lambda: '%*d' % (5,3))
# sets, bytes
t(lambda: {1,2}|{3}, lambda: {1,2}&{2}, lambda: {1}-{1}, lambda: {1,2}^{2,3}, lambda: {1}<={1,2}, lambda: {1}<{1}, lambda: {1}|[2], lambda: frozenset({1})|{2}, lambda: {1}|frozenset({2}), lambda: {1}==frozenset({1}), lambda: {frozenset({1}):2}, lambda: {[]}, lambda: set('aab')=={'a','b'}, lambda: {1}.isdisjoint([2]), lambda: {1}.issubset('a'), lambda: {1}.remove(2), lambda: set().pop(), lambda: frozenset().add, lambda: {1}>5, lambda: {1,2}.symmetric_difference([2,3]), lambda: {1}.update([2],'a'), lambda: set(5), lambda: {1}&5)
b=bytearray(b'hello')
def ba():
    b=bytearray(b'hello'); b[0]=74; b[1:3]=b'XYZ'; b+=b'!'; b.append(33); b.extend([65,66]); b.insert(0,1); r=b.pop(); b.remove(33); b.reverse(); del b[0]; b*=2; return b,r
t(ba, lambda: bytearray(3), lambda: bytearray('é','utf-8'), lambda: bytearray('a'), lambda: bytearray([256]), lambda: bytearray(-1), lambda: bytes([1,2])+b'a', lambda: b'a'+'a', lambda: b'abc'.find(98), lambda: b'a,b'.split(b','), lambda: b'%d %s' % (1,b'x'), lambda: b'abc'<b'abd', lambda: b'a'==bytearray(b'a'), lambda: hash(b'a')==hash(bytes(b'a')), lambda: hash(bytearray()), lambda: b'ab'.hex('-'), lambda: bytes.fromhex('61 62'), lambda: bytes.fromhex('6'), lambda: bytes(5), lambda: bytes('a'), lambda: bytes([1,'a']), lambda: bytes(None), lambda: b'abc'[0]==97, lambda: 97 in b'abc', lambda: b'bc' in b'abc', lambda: 'a' in b'abc', lambda: 300 in b'abc', lambda: b'abc'.decode('ascii'), lambda: (258).to_bytes(2,'big'), lambda: (258).to_bytes(1,'big'), lambda: int.from_bytes(b'\xff','big',signed=True), lambda: (-1).to_bytes(1,'big'), lambda: b'aXb'.swapcase(), lambda: b'ab'.center(6,b'*'), lambda: b'a b'.title(), lambda: b'abc'.translate(None,b'b'), lambda: bytearray(b'abc').join([b'1',b'2']), lambda: b'ab'.zfill(5), lambda: b'x'.isalpha(), lambda: bytearray(b'ab')==b'ab', lambda: bytearray(b'a').copy(), lambda: b'a'*-1, lambda: b''.join(['a']))
