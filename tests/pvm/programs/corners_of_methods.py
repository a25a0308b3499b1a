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
