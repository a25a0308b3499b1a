"""Names of classes, what __class__ and super() rest on, what static and class methods, properties and generators say of themselves."""
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
class _A:
    class __B:
        def f(self): pass
        class __C: pass
    def __m(self): 
        class __L: 
            pass
        def __q(): pass
        return __L, __q
    def go(self): return self.__m()
    names = (__B.__name__, __B.__qualname__, __B.f.__qualname__, __B._B__C.__qualname__ if hasattr(__B,'_B__C') else None)
    ok = __m.__name__, __m.__qualname__
    @property
    def __pp(self): return 1
out(_A.names)
out(_A.ok)
l,q=_A().go()
out((l.__name__,l.__qualname__,q.__name__,q.__qualname__))
def q1():
    class C: __qualname__=5
def q2():
    class C: __qualname__='a.b'
    return C.__qualname__, C.__name__, C, '__qualname__' in C.__dict__
def q3():
    type('x',(),{'__qualname__':None})
def q4():
    class C: pass
    C.__qualname__=5
def q5():
    class C: pass
    C.__name__=5
def q6():
    class C: pass
    del C.__name__
def q7():
    class C: pass
    del C.__qualname__
def q8():
    class C: pass
    C.__name__='a\0b'
def q9():
    return type('a\0b',(),{})
def q10():
    class C: pass
    C.__module__=5
    return C.__module__
def q12():
    class C: pass
    del C.__bases__
def q13():
    class C: pass
    del C.__doc__
def q14():
    class C: 'doc'
    C.__doc__='d'
    return C.__doc__
def q15():
    int.__name__='q'
def q16():
    class C: pass
    C.__dict__={}
def q17():
    class C: __name__='z'
    return C.__name__, C().__name__
def q18():
    class C: 
        __doc__=5
    return C.__doc__
def q19():
    class C: 
        def f(self): return __class__
        g = lambda self: __class__
    return C().f() is C, C().g() is C
def q20():
    class C: 
        x = __class__
def q21():
    class M(type):
        def __new__(m,n,b,d):
            d.pop('__classcell__',None)
            return super().__new__(m,n,b,d)
    class C(metaclass=M):
        def f(self): return __class__
    return C().f()
def q22():
    class M(type):
        def __new__(m,n,b,d):
            return super().__new__(m,n,b,dict(d,__classcell__=5))
    class C(metaclass=M):
        def f(self): return __class__
def q23():
    class M(type):
        def __new__(m,n,b,d):
            a=super().__new__(m,n,b,d)
            return super().__new__(m,n,b,d)
    class C(metaclass=M):
        def f(self): return __class__
    return C().f() is C
def q24():
    def f():
        return super().x
    f()
def q25():
    def f(a):
        return super().x
    f(1)
def q26():
    class C:
        def f():
            return super().x
    C.f()
def q28():
    class C:
        def f(a):
            a=5
            return super().x
    C().f()
def q29():
    class C:
        def f(*a):
            return super().__repr__
    return C().f() and 1
def q30():
    class C:
        def f(a):
            return [super().__init__ for _ in [1]]
    return C().f() and 1
def q31():
    class C:
        def f(a):
            def g(): return super().__init__
            return g()
    return C().f() and 1
def q32():
    class C:
        def f(a):
            __class__=5
            return super().__init__
    return C().f() and 1
class M33(type):
    def __new__(m,n,b,d):
            return 5
def q33():
    class C(metaclass=M33):
        def f(self): return __class__
    return C
def q34():
    class C:
        def f(a): return super(5).x
    C().f()
def q35():
    super(1,2,3)
def q36():
    super(int,'a')
def q38():
    class A:
        def f(self): return 'A'
    class B(A):
        def f(self): return 'B'
    b=B()
    s=super(B,b)
    return s.f(), s.__self__ is b, s.__thisclass__ is B, s.__self_class__ is B, s.__class__, super(B,B).__self_class__ is B, super(B,B).__self__ is B
def q39():
    class A: pass
    a=A()
    return super(A,a).nothing
def q40():
    class A: pass
    a=A()
    s=super(A,a)
    s.x=1
def q41():
    class A: pass
    return super(A,A())
def q42():
    class A: pass
    return super(A,A)
for q in (q1,q2,q3,q4,q5,q6,q7,q8,q9,q10,q12,q13,q14,q15,q16,q17,q18,q19,q20,q21,q22,q23,q24,q25,q26,q28,q29,q30,q31,q32,q33,q34,q35,q36,q38,q39,q40,): tried(q)
def f(): 
    "doc"
f.attr=1
sm=staticmethod(f); cm=classmethod(f)
for w in (sm,cm):
    for n in '__doc__ __name__ __qualname__ __wrapped__ __module__ __isabstractmethod__ __annotations__ attr __func__ nope'.split():
        tried(lambda: getattr(w, n) is f or getattr(w, n))
tried(lambda: sm())
tried(lambda: cm())
tried(lambda: staticmethod(5).__wrapped__)
tried(lambda: staticmethod(5).__name__)
sm.x=4
tried(lambda: sm.x)
sm.__name__='other'
tried(lambda: sm.__name__)
tried(lambda: staticmethod())
tried(lambda: staticmethod(a=1))
f.__isabstractmethod__=True
tried(lambda: (staticmethod(f).__isabstractmethod__, classmethod(f).__isabstractmethod__,property(f).__isabstractmethod__,property(None,f).__isabstractmethod__,property().__isabstractmethod__))
p=property(f)
p.__doc__='new'
tried(lambda: p.__doc__)
def dd():
    p.fget=1
tried(dd)
def dd():
    del p.__doc__
tried(dd)
tried(lambda: p.__doc__)
class P(property): pass
p=P(f)
p.__doc__='x'
tried(lambda:(p.__doc__,p.__dict__))
tried(lambda: property(None,None,None,'d').__doc__)
tried(lambda: property.__doc__ is None)
def gen():
    yield 1
    yield from [5]
g=gen()
tried(lambda: (g.__name__,g.__qualname__,g.gi_running,g.gi_yieldfrom,))
g.__name__='a'; g.__qualname__='b'
tried(lambda: (g.__name__,g.__qualname__))
def gg(): g.__name__=5
tried(gg)
def gg(): g.__qualname__=5
tried(gg)
def gg(): del g.__name__
tried(gg)
def gg(): g.gi_running=5
tried(gg)
def gg(): g.zz=5
tried(gg)
next(g); next(g)
tried(lambda: type(g.gi_yieldfrom))
list(g)
tried(lambda: g.gi_yieldfrom)
def self_run():
    yield s.gi_running
s=self_run()
tried(lambda: (next(s), s.gi_running))
ge=(x for x in [])
tried(lambda:(ge.__name__,ge.__qualname__))
from typing import NamedTuple, Generic, TypeVar, Protocol, runtime_checkable, ClassVar, Final, Optional
from functools import cached_property, singledispatchmethod, total_ordering, wraps, partialmethod, reduce
from collections import namedtuple, OrderedDict, UserDict, ChainMap, deque, defaultdict, Counter
T=TypeVar('T')
class NT(NamedTuple):
    a: int
    b: str = 'x'
    def m(self): return self.a
tried(lambda:(NT(1),NT(1)._replace(b='q'),NT._fields,NT._field_defaults,NT(1).m(),NT(1)==(1,'x'),NT._make([1,2]),NT(1)._asdict()))
tried(lambda:setattr(NT(1),'a',2))
tried(lambda:NT())
tried(lambda:NT(1,2,3))
tried(lambda:NT(1,c=3))
tried(lambda:NT(1).__slots__)
def k1():
    class N(NamedTuple):
        a: int = 1
        b: int
def k2():
    class N(NamedTuple):
        _a: int
class G(Generic[T]):
    def __init__(self,v): self.v=v
class G2(G[int]): pass
tried(lambda:(G2(1).v,G[int](2).v,G2.__mro__,isinstance(G2(1),G)))
@runtime_checkable
class Pr(Protocol):
    def run(self): ...
class Im:
    def run(self): pass
tried(lambda:(isinstance(Im(),Pr),isinstance(5,Pr),issubclass(Im,Pr)))
tried(lambda:Pr())
class Pr2(Protocol):
    def x(self): ...
tried(lambda:isinstance(5,Pr2))
class CPp:
    n=0
    @cached_property
    def v(self): 
        CPp.n+=1; return CPp.n
c=CPp()
tried(lambda:(c.v,c.v,c.__dict__,CPp().v))
c.v=9
tried(lambda:c.v)
del c.v
tried(lambda:c.v)
class CS:
    __slots__=()
    @cached_property
    def v(self): return 1
tried(lambda:CS().v)
class SD:
    @singledispatchmethod
    def f(self,a): return 'base'
    @f.register
    def _(self,a: int): return 'int'
    @f.register(str)
    def _(self,a): return 'str'
    pm=partialmethod(f,5)
tried(lambda:(SD().f(1),SD().f('a'),SD().f([])))
@total_ordering
class TO:
    def __init__(self,v): self.v=v
    def __eq__(self,o): return self.v==o.v
    def __lt__(self,o): return self.v<o.v
tried(lambda:(TO(1)<=TO(1),TO(2)>TO(1),TO(1)>=TO(2)))
def k3():
    @total_ordering
    class TO2: pass
def deco(f):
    @wraps(f)
    def inner(*a,**k): return f(*a,**k)
    return inner
class W:
    @deco
    def f(self): 'doc'; return 1
    @staticmethod
    @deco
    def s(): return 2
    @classmethod
    @deco
    def c(cls): return cls.__name__
    @property
    @deco
    def p(self): 'pdoc'; return 3
tried(lambda:(W().f(),W.f.__name__,W.f.__doc__,W.s(),W.c(),W().p,W.p.__doc__,W.f.__wrapped__.__name__,W.f.__qualname__))
Pt=namedtuple('Pt','x y',defaults=[0])
class P3(Pt):
    __slots__=()
    def __new__(cls,x,y=5): return super().__new__(cls,x*2,y)
    @property
    def s(self): return self.x+self.y
tried(lambda:(P3(1),P3(1).s,P3(1)._replace(x=7),Pt(1),Pt.__doc__,Pt.x.__doc__,Pt._field_defaults))
tried(lambda:setattr(Pt(1),'x',5))
tried(lambda:setattr(Pt(1),'z',5))
tried(lambda:setattr(P3(1),'z',5))
tried(lambda:namedtuple('Q','a a'))
tried(lambda:namedtuple('Q','class'))
tried(lambda:namedtuple('Q','a b')(1))
class OD(OrderedDict):
    def __missing__(self,k): return k
tried(lambda:(OD(a=1)['b'],OD(a=1)))
class DD(defaultdict):
    pass
tried(lambda:(DD(list)['x'],DD(int,{'a':1})))
class CC(Counter):
    def __missing__(self,k): return -1
tried(lambda:(CC('aab')['z'],CC('aab')))
class DQ(deque):
    def x(self): return len(self)
tried(lambda:(DQ([1,2]).x(),DQ([1,2],maxlen=1)))
class UD(UserDict):
    def __setitem__(self,k,v): self.data[k]=v*2
tried(lambda:(UD(a=1),UD({'x':2})['x']))
tried(lambda:(len.__name__,len.__qualname__,len.__module__,[].append.__name__,[].append.__qualname__,list.append.__qualname__,list.append.__name__,int.__add__.__qualname__,(5).__add__.__name__))
tried(lambda:[].append.__self__)
tried(lambda:list.append.__objclass__)
tried(lambda:int.__add__.__objclass__)
tried(lambda:int.real.__objclass__)
tried(lambda:int.real.__name__)
tried(lambda:(type(int.real),int.real,int.real.__get__(5)))
tried(lambda:len.__call__([1]))
tried(lambda:list.append.__call__([],1))
tried(lambda:int.__class__)
tried(lambda:(lambda:0).__class__)
tried(lambda:(lambda:0).__call__())
tried(lambda:(lambda a:a).__get__(5)())
tried(lambda:(lambda a:a).__get__(None,int)(4))
tried(lambda:type.__call__(int,'5'))
tried(lambda:type.__name__)
tried(lambda:type.__mro__)
tried(lambda:type.mro(int))
tried(lambda:int.mro())
tried(lambda:object.__class__)
tried(lambda:type.__dict__ and 1)
tried(lambda:object.__bases__)
tried(lambda:type.__instancecheck__(int,5))
tried(lambda:int.__instancecheck__(5))
tried(lambda:int.__subclasscheck__(bool))
tried(lambda:object().__init_subclass__())
tried(lambda:(5).__class__.__name__)
tried(lambda:None.__class__)
tried(lambda:NotImplemented.__class__)
tried(lambda:(...).__class__)
tried(lambda:None.__bool__())
tried(lambda:None.__init__())
tried(lambda:type(None)())
tried(lambda:range.__new__(range,3))
tried(lambda:slice.__new__(slice,3))
tried(lambda:property.__new__(property).fget)
tried(lambda:object.__new__(type('A',(),{})).__class__.__name__)
tried(lambda:Exception.__new__(Exception,1,2).args)
tried(lambda:BaseException.__new__(ValueError,1))
for f in (k1,k2,k3): tried(f)
