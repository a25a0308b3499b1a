"""What classes do that few programs ask for: slots beside a __dict__, orders that a metaclass makes, what descriptors say of themselves."""
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


_n = 0


def tried(function):
    global _n
    _n += 1
    try:
        out(str(_n) + " " + repr(function()))
    except Exception as e:
        out(str(_n) + " " + type(e).__name__ + ": " + str(e))
class T:
    __slots__=('x','__p','x')
t=T()
for f in (lambda:t.x, lambda:t._T__p, lambda: delattr(t,'x'), lambda: T.x.__get__(5), lambda:T.x.__set__(5,1), lambda:T.x.__get__(None), lambda: T.x.__get__(None,T), lambda: T.x.__name__, lambda:T.x.__qualname__,lambda:T.x.__objclass__,lambda:T.x.__doc__,lambda: type(T.x), lambda: T.x, lambda: T._T__p, lambda:T.__slots__,lambda:T.x.__delete__(t), lambda: T.x(), lambda: setattr(T.x,'a',1), lambda: hash(T.x)==hash(T.x), lambda: T.x==T.x, lambda: BaseException.args, lambda:T.x.__class__,lambda:t.__dict__):
    tried(f)
try:
    class A:
        __slots__=('__q',)
        __q=1
except ValueError as e: out(str(e))
class A: __slots__=('x',)
class B(A): __slots__=('x',)
b=B(); b.x=1; 
tried(lambda:A.x.__get__(b))
A.x.__set__(b,7)
tried(lambda:(b.x,A.x.__get__(b)))
class C(A): pass
c=C(); c.x=1; c.y=2; out(c.__dict__)
class CC(C): __slots__=('y','z')
c=CC(); 
tried(lambda:c.y)
c.y=2; c.w=5; c.x=1
tried(lambda:(c.__dict__,c.x,c.y,c.w))
c.__dict__={'q':1}
tried(lambda:(c.__dict__,c.x,c.y,c.q))
tried(lambda:c.w)
del c.y
tried(lambda:c.y)
c.__dict__['y']=9
tried(lambda:c.y)
class E(Exception):
    __slots__=('a',)
e=E(1); e.a=5; e.b=6; e.add_note('n')
tried(lambda:(e.__dict__,e.a,e.b,e.__notes__,e.args))
class F(A):
    def x(self): return 1
f=F(); f.q=1
tried(lambda:f.x())
f.x=2
tried(lambda:(f.x,f.__dict__))
class L(list): __slots__=('n',)
l=L([1]); l.n=1
tried(lambda:(l.n,l,hasattr(l,'__dict__')))
def s1():
    class D(C): __slots__=('__dict__',)
def s2():
    class D(C): __slots__=('__weakref__',)
def s3():
    class D(A): __slots__=('__weakref__','__weakref__')
def s4():
    class D(type): __slots__='a'
def s5():
    class D(int): __slots__='a'
def s6():
    class M: __slots__=('q',)
    class N(A,M): pass
def s7():
    class M: __slots__=('q','__dict__')
    class N(A,M): pass
def s8():
    class M: __slots__=('__dict__',)
    class N(A,M): pass
    return N.__base__
def s9():
    class M: pass
    class N(M,A): pass
    return N.__base__, N().__dict__
for s in (s1,s2,s3,s4,s5,s6,s7,s8,s9): tried(s)
class G: __slots__={'a':'doc of a'}
tried(lambda:G.a)
g=G(); g.a=1
tried(lambda:g.a)
del T.x
tried(lambda:t.x)
tried(lambda:setattr(t,'x',1))
class I(int): pass
i=I(4); i.z=1
tried(lambda:i.__dict__)
class H:
    __slots__=('f',)
    def __init__(self,f): self.f=f
    def __getattr__(self,n): return 'got '+n
tried(lambda:H(lambda x:x+1).f(2))
h=H(1); del h.f
tried(lambda:h.f)
class W:
    __slots__=('v','__dict__')
    def __setattr__(self,n,x): object.__setattr__(self,n,x*2)
w=W(); w.v=1; w.u=4
tried(lambda:(w.v,w.u,w.__dict__))
from dataclasses import dataclass, field, fields, replace, asdict
@dataclass(slots=True)
class D1:
    a: int
    b: int = 2
    c: list = field(default_factory=list)
d=D1(1)
tried(lambda:(d,D1.a,D1.b,hasattr(d,'__dict__'),D1.__slots__,replace(d,a=4)))
tried(lambda:setattr(d,'q',1))
@dataclass
class D3(D1):
    a: int
    z: int = 5
tried(lambda:D3(1))
tried(lambda:D3(1).__dict__)
@dataclass(slots=True)
class D4(D1):
    a: int = 4
    z: int = 5
tried(lambda:(D4(),D4.__slots__))
