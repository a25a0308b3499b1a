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
class M(type):
    def mro(cls):
        out('mro asked of ' + cls.__name__)
        return super().mro()
class A(metaclass=M): pass
class B(A): 
    def f(self): return 'B'
tried(lambda: A.__mro__)
class R(type):
    def mro(cls):
        r = type.mro(cls)
        return [r[0]] + r[1:-1][::-1] + r[-1:]
class X(metaclass=R):
    def f(self): return 'X'
class Y(X):
    def f(self): return 'Y'
class Z(Y): pass
tried(lambda: ([c.__name__ for c in Z.__mro__], Z().f(), Z.mro()))
def bad(value):
    def make():
        class Q(type):
            def mro(cls): return value(cls)
        class W(metaclass=Q): pass
        return W.__mro__
    return make
tried(bad(lambda c: 5))
tried(bad(lambda c: [c, 5]))
tried(bad(lambda c: []))
tried(bad(lambda c: (c, B, object)))
tried(bad(lambda c: [c, int, object]))
tried(bad(lambda c: 1//0))
class Entry:
    def __init__(self,*b): self.b=b
    def __mro_entries__(self,bases):
        out(repr(len(bases)))
        return self.b
class E1(Entry(A)): pass
tried(lambda:(E1.__mro__, len(E1.__orig_bases__), E1.__bases__))
class E2(B, Entry()): pass
tried(lambda:(E2.__bases__, E2.__orig_bases__[0]))
class E3(Entry()): pass
tried(lambda:(E3.__bases__, ))
def f1():
    class Q(Entry(5)): pass
def f2():
    class E:
        def __mro_entries__(self,b): return [int]
    class Q(E()): pass
def f3():
    class Q(5): pass
def f4():
    type('a',(Entry(int),),{})
def f5():
    class Q(*[Entry(B)], metaclass=M): pass
    return Q.__mro__
def f6():
    class Q: pass
    return Q.__orig_bases__
def f7():
    class E:
        def __getattr__(self,n): 
            if n == '__mro_entries__': return lambda b: (A,)
            raise AttributeError(n)
    class Q(E()): pass
    return Q.__mro__
def f8():
    class E:
        __mro_entries__ = None
    class Q(E()): pass
for f in (f1,f2,f3,f4,f5,f6,f7,f8): tried(f)
# ne
class N:
    def __eq__(self,o): return NotImplemented
tried(lambda: N().__ne__(3))
tried(lambda: object().__ne__(3))
tried(lambda: object.__ne__(N(),3))
class Eq:
    def __eq__(self,o): return 'eq'
    def __lt__(self,o): return 'lt'
tried(lambda: Eq().__ne__(3))
tried(lambda: Eq()!=3)
tried(lambda: 3!=Eq())
class Ne:
    def __ne__(self,o): return 'ne'
tried(lambda: 3!=Ne())
tried(lambda: N()!=Ne())
tried(lambda: N()!=N())
tried(lambda: 3>Eq())
tried(lambda: Eq()>Eq())
class E4:
    def __eq__(self,o): return []
tried(lambda:E4()!=1)
class E5:
    def __eq__(self,o): 1//0
tried(lambda:E5()!=1)
class log:
    def __init__(self,n): self.n=n
    def __eq__(self,o): out(self.n+' eq'); return NotImplemented
    def __ne__(self,o): out(self.n+' ne'); return NotImplemented
class log2(log): pass
class log3(log):
    def __ne__(self,o): out(self.n+' ne3'); return NotImplemented
tried(lambda: log('a')!=log('b'))
tried(lambda: log('a')!=log2('b'))
tried(lambda: log('a')!=log3('b'))
tried(lambda: log('a')==log3('b'))
class l4:
    def __init__(self,n): self.n=n
    def __eq__(self,o): out(self.n+' eq'); return NotImplemented
tried(lambda: l4('a')!=l4('b'))
tried(lambda: l4('a')!=log('b'))
tried(lambda: log('a')!=l4('b'))
tried(lambda: 1 != l4('b'))
tried(lambda: l4('b') in [1,2])
tried(lambda: [l4('a')]!=[l4('b')])
tried(lambda: (1).__ne__(2))
tried(lambda: 'a'.__ne__(2))
tried(lambda: object.__ne__('a','a'))
tried(lambda: None.__ne__(None))
tried(lambda: None.__eq__(3))
class NE(Exception):
    def __new__(cls,*a): return 5
def r1(): raise NE
def r2(): raise NE()
def r3(): raise 5
def r4(): raise int
class NE2(Exception):
    def __new__(cls,*a): return ValueError('v')
def r5(): raise NE2
def r6(): raise ValueError from 5
def r8():
    class M(Exception):
        def __init__(self): raise KeyError('k')
    raise M
def r9():
    raise ValueError('a') from KeyError
def r10():
    try: nope
    except NameError as e: return e.name, e.args
def r11():
    try: (5).nope
    except AttributeError as e: return e.name, e.obj, e.args
def r12():
    e=AttributeError('a',name='n',obj=3)
    e.name='m'; e.obj=4
    r=(e.name,e.obj)
    del e.name
    return r, e.name, str(e), repr(e)
def r13(): return AttributeError('a',foo=1)
def r14(): return NameError('a',name=1).name
def r15(): return NameError('a',obj=1).name
def r16():
    e=ImportError('m',name='n',path='p')
    r=(e.msg,e.name,e.path,str(e),e.args)
    e.msg='other'
    return r,e.msg,str(e),repr(e)
def r17():
    e=ImportError('a','b')
    return e.msg,e.args,str(e)
def r18(): return ImportError().msg, str(ImportError()), ImportError(name='q').name
def r19(): return ImportError('x',bad=1)
def r20():
    e=ImportError('x'); e.msg=5
    return str(e)
def r21():
    e=ModuleNotFoundError('x',name='y')
    return e.name,e.path,e.msg,str(e)
def u1():
    try: b'ab\xffcd'.decode()
    except UnicodeDecodeError as e:
        r=[e.encoding,e.object,e.start,e.end,e.reason,str(e)]
        e.start=0; r.append(str(e))
        e.end=1; r.append(str(e))
        e.reason='why'; r.append(str(e))
        e.encoding='enc'; r.append(str(e))
        e.object=b'zz'; r.append(str(e))
        r.append(e.args[0])
        r.append((e.start,e.end,e.reason,e.encoding,e.object))
        return r
def u2():
    try: 'a\u20acb'.encode('ascii')
    except UnicodeEncodeError as e:
        r=[e.encoding,e.object,e.start,e.end,e.reason,str(e)]
        e.start=0; r.append(str(e))
        e.end=1; r.append(str(e))
        e.reason='why'; r.append(str(e))
        e.object='\U00010000zz'; r.append(str(e))
        return r
def u3():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    e.start='x'
def u4():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    e.object='x'
    return str(e)
def u5():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    del e.reason
    return e.reason
def u6():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    e.reason=5
    return str(e)
def u7():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    del e.start
def u8():
    e=UnicodeTranslateError('abc',1,2,'r')
    return str(e),e.object,e.start,e.end,e.reason,e.args,UnicodeTranslateError.__mro__,repr(e)
def u9(): return UnicodeTranslateError('abc')
def u10(): return UnicodeTranslateError(5,1,2,'r')
def u11(): return str(UnicodeTranslateError('abc',0,2,'r')), UnicodeTranslateError('abc',0,2,'r').encoding
def u12():
    e=UnicodeDecodeError('utf-8',b'abc',-5,99,'r')
    return e.start,e.end,str(e)
def u13():
    e=UnicodeEncodeError('utf-8','',1,2,'r')
    return e.start
def u14():
    e=UnicodeEncodeError('utf-8','',1,2,'r')
    return e.end,str(e)
def u15():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    e.encoding=None
    return str(e)
def u17():
    e=UnicodeDecodeError('utf-8',b'abc',1,2,'r')
    e.object=bytearray(b'q')
    return str(e)
for f in (r1,r2,r3,r4,r5,r6,r8,r9,r10,r11,r12,r13,r14,r15,r16,r17,r18,r19,r20,r21,u1,u2,u3,u4,u5,u6,u7,u8,u9,u10,u11,u12,u13,u14,u15,u17): tried(f)
def later(cls):
    return [cls, *reversed(cls.__bases__), object]
class M(type): pass
class A(metaclass=M):
    def f(self): return 'A'
class B(metaclass=M):
    def f(self): return 'B'
M.mro=later
class C(A,B):
    def g(self): return super().f()
tried(lambda:([c.__name__ for c in C.__mro__],C().f(),C().g(),isinstance(C(),A),issubclass(C,B)))
class D(C): pass
tried(lambda:([c.__name__ for c in D.__mro__],isinstance(D(),A)))
tried(lambda:D().f())
class Dup(type):
    def mro(cls): return [cls]+type.mro(cls)[1:-1]*3+[object]
class X(metaclass=Dup):
    def f(self): return 1
class Y(X):
    def f(self): return super().f()+1
class Z(Y): 
    def f(self): return super().f()+1
tried(lambda:(Z().f(),Y().f(),len(Z.__mro__)))
class Ext:
    def ext(self): return 'ext'
    def __len__(self): return 9
    def __eq__(self,o): return True
    def __lt__(self,o): return 'lt'
    def __add__(self,o): return 'sum'
    def __getattr__(self,n): return n
    def __init__(self): self.made=1
    def __setattr__(self,n,v): object.__setattr__(self,n,v)
class Add(type):
    def mro(cls): return [cls,Ext,object]
class Q(metaclass=Add): pass
tried(lambda:(Q().ext(),len(Q()),Q()==5,Q()<1,Q()+1,Q().nope,Q().made,isinstance(Q(),Ext),Q.__bases__,Q.__base__))
class Drop(type):
    def mro(cls): return [cls,object]
class R(A2:=type('A2',(),{'f':lambda s:1,'__slots__':('s',)}),metaclass=Drop): pass
tried(lambda:R().f())
tried(lambda:A2.s.__get__(R()))
tried(lambda:isinstance(R(),A2))
tried(lambda:R().__dict__)
class Slotted:
    __slots__=('s',)
def t1():
    class AddS(type):
        def mro(cls): return [cls,Slotted,object]
    class W(metaclass=AddS): pass
tried(t1)
def t2():
    class AddE(type):
        def mro(cls): return [cls,ValueError,object]
    class W(metaclass=AddE): pass
tried(t2)
def t4():
    class Own(type):
        def __init__(cls,*a): out([c.__name__ for c in cls.__mro__])
        def mro(cls): return tuple(super().mro())
    class W(int,metaclass=Own): pass
    return W(5)+1, W.mro()
tried(t4)
class Str(str): __slots__=('n',)
s=Str('abc'); s.n=4
tried(lambda:(s,s.n,s.upper(),len(s)))
tried(lambda:setattr(s,'q',1))
class Str2(Str): pass
s=Str2('abc'); s.n=4; s.q=5
tried(lambda:(s.n,s.q,s.__dict__))
class Dc(dict): __slots__=('n',)
d=Dc(a=1); d.n=4
tried(lambda:(d,d.n,d|{'b':2}))
class Dc2(Dc): pass
d=Dc2(a=1); d.n=4; d.q=7
tried(lambda:(d,d.n,d.__dict__))
class Fz(frozenset): __slots__=('n',)
f=Fz([1]); f.n=4
tried(lambda:(f.n,len(f)))
class Ba(bytearray): __slots__=('n',)
f=Ba(b'x'); f.n=4
tried(lambda:(f.n,f))
class Pp(property): __slots__=('n',)
class Ex(ValueError): __slots__=('code',)
def t5():
    e=Ex('m'); e.code=4; e.other=5; e.add_note('note')
    try: raise e
    except ValueError as x: return x.code,x.other,x.__notes__,x.__dict__,x.args
tried(t5)
class Mx(Slotted):
    def meth(self): return 'class'
m=Mx(); m.meth=lambda: 'own'; m.s='slot'
tried(lambda:(m.meth(),m.s,m.__dict__.keys()))
m.__dict__['s']='dict'
tried(lambda:(m.s,sorted(m.__dict__)))
class Mx2(Mx):
    __slots__=('t','s')
m=Mx2(); m.s=1; m.t=2; m.u=3
Slotted.s.__set__(m,'base')
tried(lambda:(m.s,m.t,m.u,m.__dict__,Slotted.s.__get__(m)))
for k in ('s','t','u'): delattr(m,k)
tried(lambda:(m.__dict__,hasattr(m,'s'),hasattr(m,'t'),Slotted.s.__get__(m)))
tried(lambda:m.s)
tried(lambda:delattr(m,'s'))
tried(lambda:delattr(m,'u'))
Mx2.alias=Mx2.t
m.alias=5
tried(lambda:(m.t,m.alias))
class Oth: 
    t=Mx2.t
tried(lambda:Oth().t)
tried(lambda:setattr(Oth(),'t',1))
class Sl2(Slotted):
    __slots__=()
    s='shadow'
tried(lambda:Sl2().s)
tried(lambda:setattr(Sl2(),'s',1))
class Eq:
    __slots__=('a','b')
    def __init__(self,a,b): self.a=a; self.b=b
    def __eq__(self,o): return (self.a,self.b)==(o.a,o.b)
    def __hash__(self): return hash((self.a,self.b))
    def __repr__(self): return f'Eq({self.a}, {self.b})'
tried(lambda:(Eq(1,2)==Eq(1,2),{Eq(1,2):3}[Eq(1,2)],sorted([Eq(2,1),Eq(1,1)],key=lambda e:e.a)))
match Eq(1,2):
    case Eq(a=1,b=q): out(q)
e=Eq(1,2)
e.a+=5
tried(lambda:e)
tried(lambda:getattr(e,'a'))
tried(lambda:[x.a for x in [Eq(i,0) for i in range(3)]])
tried(lambda:hasattr(e,'__dict__'))
tried(lambda:hasattr(e,'__weakref__'))
