# Resolution orders, metaclasses, super, descriptors, hooks of classes, operators, unpacking. What this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e)
# MRO
class A: pass
class B(A): pass
def bad1():
    class X(A, B): pass
def bad2():
    class X(A, A): pass
def bad3():
    class X(int, str): pass
def bad4():
    class X(5): pass
def bad5():
    class X(bool): pass
def bad6():
    class X(A, foo=1): pass
def bad7():
    class X(type(None)): pass
t(bad1,bad2,bad3,bad5,bad6,bad7)
class Meta(type):
    def __call__(cls,*a,**k):
        r=super().__call__(*a,**k); return r
    def __getitem__(cls,i): return (cls.__name__,i)
    def __len__(cls): return 7
    def __iter__(cls): return iter([1,2])
    def __contains__(cls,x): return x==1
    def __instancecheck__(cls,x): return x==5
class M(metaclass=Meta):
    def __init__(self,x): self.x=x
t(lambda: M[3], lambda: len(M), lambda: list(M), lambda: 1 in M, lambda: isinstance(5,M), lambda: M(3).x, lambda: M())
# super forms
class P:
    def f(self): return 'P'
    @classmethod
    def c(cls): return 'P'+cls.__name__
    @property
    def pr(self): return 'pP'
    x=1
class Q(P):
    def f(self): return 'Q'+super().f()
    @classmethod
    def c(cls): return 'Q'+super().c()
    @property
    def pr(self): return 'pQ'+super().pr
    def g(self): return super(Q,self).f(), super(Q, type(self)).f(self), super().x
    def h(self):
        return [super(Q,self).f() for _ in range(2)]
    def i(self): 
        def inner(): return super(Q, self).f()
        return inner()
    def j(self): return super().nope
    def k(self): super().x = 5
    def l(self): return super().__init__, 
t(lambda: Q().f(), lambda: Q.c(), lambda: Q().pr, lambda: Q().g(), lambda: Q().h(), lambda: Q().i(), lambda: Q().j(), lambda: Q().k(), lambda: super(P,Q()).f(), lambda: super(Q,5), lambda: super(5,5), lambda: super())
def no_self():
    return super().f()
t(no_self)
def with_arg(a): return super().f()
t(lambda: with_arg(3))
p(super(Q,Q()))
# descriptors
class Desc:
    def __set_name__(self, owner, name): p('set_name', owner.__name__, name); self.n=name
    def __get__(self, o, c=None): return ('get', o is None, c.__name__)
    def __set__(self, o, v): o.__dict__[self.n]=v; p('set', v)
    def __delete__(self,o): p('delete')
class NonData:
    def __get__(self,o,c): return 'nd'
class E:
    d=Desc(); n=NonData()
e=E(); p(e.d, E.d, e.n); e.d=5; p(e.d, e.__dict__); e.n=3; p(e.n); del e.d; 
class BadName:
    def __set_name__(self, o, n): raise ValueError('bad')
def bn():
    class Z: q=BadName()
t(bn)
class OnlyGet:
    def __get__(self,o,c): return 1
    def __set__(self,o,v): raise AttributeError('ro')
class F: a=OnlyGet()
def sa(): F().a=1
def da(): del F().a
t(sa,da)
# init_subclass / class_getitem
class Base:
    subs=[]
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw); cls.subs.append((cls.__name__,tag))
class S1(Base,tag='x'): pass
class S2(S1): pass
def s3():
    class S3(Base,other=1): pass
t(s3); p(Base.subs)
class CG:
    def __class_getitem__(cls,i): return (cls.__name__, i)
t(lambda: CG[1,2], lambda: CG[()], lambda: A[1], lambda: A()[1])
# operators
class N:
    def __init__(s,v): s.v=v
    def __add__(s,o): return NotImplemented
    def __radd__(s,o): return ('radd',o)
    def __iadd__(s,o): s.v+=o; return s
    def __lt__(s,o): return NotImplemented
    def __gt__(s,o): return 'gt'
    def __eq__(s,o): return 'eq'
    def __matmul__(s,o): return 'mm'
    def __imatmul__(s,o): return 'imm'
    def __rpow__(s,o,m=None): return ('rpow',o,m)
    def __divmod__(s,o): return 'dm'
    def __rdivmod__(s,o): return 'rdm'
    def __neg__(s): return 'neg'
    def __invert__(s): return 'inv'
    def __index__(s): return s.v
    def __bool__(s): return 5
    def __len__(s): return -1
    def __contains__(s,x): return 'yes'
    def __round__(s,n=None): return ('round',n)
    def __trunc__(s): return 3
    def __format__(s,f): return 'F'+f
    def __getitem__(s,i): return i
    def __call__(s,*a,**k): return a,k
    def __reversed__(s): return 'rev'
    def __hash__(s): return 'x'
    def __bytes__(s): return b'by'
    def __complex__(s): return 1
    def __missing__(s,k): return k
n=N(3)
def iadd():
    global n; n+=4; return n.v
def imat():
    m=N(1); m@=2; return m
t(lambda: n+n, lambda: 1+n, lambda: n+1, iadd, lambda: n<1, lambda: 1<n, lambda: n<n, lambda: n<=n, lambda: n==1, lambda: n!=1, lambda: n@2, imat, lambda: 2**n, lambda: pow(2,n,5), lambda: pow(2,5,n), lambda: divmod(n,1), lambda: divmod(1,n), lambda: -n, lambda: +n, lambda: ~n, lambda: [1,2,3,4,5,6,7,8][n], lambda: bool(n), lambda: not n, lambda: len(n), lambda: 1 in n, lambda: round(n), lambda: round(n,2), lambda: f'{n:abc}', lambda: format(n), lambda: n[1:2:3], lambda: n[1,2:3], lambda: n[...], lambda: n(1,*[2],k=3,**{'z':1}), lambda: reversed(n), lambda: hash(n), lambda: bytes(n), lambda: int(n), lambda: range(n), lambda: 'a'*n, lambda: hex(n), lambda: n//1, lambda: 1//n, lambda: n>>1, lambda: iter(n).__next__())
class X:
    __hash__=None
class Y:
    def __eq__(s,o): return True
t(lambda: hash(X()), lambda: hash(Y()), lambda: {X()}, lambda: {Y():1}, lambda: Y()!=3, lambda: Y()!=Y())
class R1:
    def __add__(s,o): return 'R1add'
    def __radd__(s,o): return 'R1radd'
class R2(R1):
    def __radd__(s,o): return 'R2radd'
class R3(R1): pass
t(lambda: R1()+R2(), lambda: R1()+R3(), lambda: R2()+R1())
class R1:
    def __add__(s,o): return 'R1add'
    def __radd__(s,o): return 'R1radd'
class R2(R1):
    def __radd__(s,o): return 'R2radd'
class R3(R1): pass
t(lambda: R1()+R2(), lambda: R1()+R3(), lambda: R2()+R1(), lambda: R2()+R2(), lambda: R3()+R2(), lambda: R2()+R3())
class CM: pass
def u1(): a,b=CM()
def u2(): a,*b=CM()
def u3(): [a]=5
def u4():
    for a,b in [CM()]: pass
def u5(): return [*CM()]
def u6(): return {**CM()}
def u7(): return t(*CM())
def u8(): return t(**CM())
class G:
    def __getitem__(s,i):
        if i>2: raise IndexError
        return i
def u9(): a,b,c=G(); return a,b,c
class IterNone: __iter__=None
def u10(): a,b=IterNone()
class BadIter:
    def __iter__(s): return 5
def u11(): a,b=BadIter()
class RaiseIter:
    def __iter__(s): raise TypeError('mine')
def u12(): a,b=RaiseIter()
t(u1,u2,u3,u4,u5,u6,u7,u8,u9,u10,u11,u12)
class It:
    def __iter__(s): return s
    def __next__(s): return 1
    def close(s): p('closed')
def g10(): yield from It()
h=g10(); next(h); h.close()
p('--')
h=g10(); next(h)
t(lambda: h.throw(GeneratorExit))
p('--')
h=g10(); next(h)
t(lambda: h.throw(ValueError))
