"""What classes say to the protocols of Python: metaclasses, descriptors, lengths and hints of them, views of dicts, and what is wrong with them."""
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
# metaclasses
class M(type):
    def __call__(cls,*a,**k):
        out(('call',cls.__name__,a,k))
        return super().__call__(*a,**k)
    @classmethod
    def __prepare__(m,name,bases,**k):
        out(('prepare',name,k)); return {'pre':1}
    def __new__(m,name,bases,ns,**k):
        out(('new',name,[n for n in ns if n != '__module__' and n != '__qualname__'],k)); return super().__new__(m,name,bases,ns)
    def __init__(cls,name,bases,ns,**k):
        out(('init',name,k)); super().__init__(name,bases,ns)
    def __getattr__(cls,n): return 'meta '+n
    def __iter__(cls): return iter([1,2])
    def __len__(cls): return 7
    def __contains__(cls,x): return x==3
    def __getitem__(cls,k): return ('item',k)
    def __instancecheck__(cls,o): return o==5
    def __subclasscheck__(cls,o): return o is int
    def __eq__(cls,o): return NotImplemented
    def __hash__(cls): return 1
    def __repr__(cls): return 'R'+cls.__name__
    def __bool__(cls): return False
    def __add__(cls,o): return 'add'
    def __or__(cls,o): return 'or'
    def __dir__(cls): return []
    @property
    def prop(cls): return 'prop of '+cls.__name__
    def meth(cls): return cls.__name__
class C(metaclass=M, kw=1):
    def __init__(self,x=0): self.x=x
    y=2
    def __getattr__(self,n): return 'inst '+n
tried(lambda:C(3).x)
tried(lambda:(C.foo,C().foo,C.pre,list(C),len(C),3 in C,C[4],isinstance(5,C),isinstance(C(),C),issubclass(int,C),repr(C),bool(C),C+1,C|int,C.prop,C.meth()))
tried(lambda:C().prop)
tried(lambda:C().meth)
class D(C): pass
tried(lambda:type(D))
tried(lambda: C==C)
def m1():
    class B(type): pass
    class Q(metaclass=B): pass
    class W(C,Q): pass
tried(m1)
def m2():
    class Q(metaclass=lambda n,b,d,**k:(n,b,k), z=3): pass
    return Q
tried(m2)
def m3():
    class P(type):
        @classmethod
        def __prepare__(m,n,b): return 5
    class Q(metaclass=P): pass
tried(m3)
def m4():
    class Q(z=1): pass
tried(m4)
def m5():
    class A:
        def __init_subclass__(cls,/,a,b=2,**k): super().__init_subclass__(**k); cls.ab=(a,b)
    class B(A,a=1): pass
    out(B.ab)
    class B2(A): pass
tried(m5)
def m6():
    class A:
        def __init_subclass__(cls,**k): super().__init_subclass__(**k)
    class B(A,q=1): pass
tried(m6)
def m7():
    class D:
        def __set_name__(self,o,n): 1//0
    try:
        class A: d=D()
    except RuntimeError as e: return str(e), repr(e.__cause__)
tried(m7)
def m8():
    class D:
        def __set_name__(self,o): pass
    class A: d=D()
tried(m8)
def m9():
    class A:
        def __class_getitem__(cls,k): return (cls.__name__,k)
    class B(A): pass
    return A[1],B[1,2],A[()]
tried(m9)
def m10():
    class A: pass
    return A[1]
tried(m10)
tried(lambda: int[1])
def m11():
    class A:
        def __new__(cls,*a): return super().__new__(cls,*a)
    return A(1)
tried(m11)
def m12():
    class A:
        def __init__(self,a): super().__init__(a)
    return A(1)
tried(m12)
def m13():
    class A:
        def __new__(cls,a): return object.__new__(cls)
    return A(1), A()
tried(lambda: m13() and 1)
def m14():
    class A: pass
    A(1)
tried(m14)
def m15():
    class A: 
        def __init__(self): return 1
    A()
tried(m15)
def m16():
    class A(int,str): pass
tried(m16)
def m17():
    class A(bool): pass
tried(m17)
def m18():
    class A: pass
    class B(A,A): pass
tried(m18)
def m19():
    class A: pass
    class B(A): pass
    class C(A,B): pass
tried(m19)
def m20():
    class A: pass
    class B(object,A): pass
tried(m20)
# descriptors
class Desc:
    def __get__(self,o,t=None): return ('get',o is None,t.__name__)
class DD(Desc):
    def __set__(self,o,v): out(('set',v))
    def __delete__(self,o): out('delete')
class SetOnly:
    def __set__(self,o,v): o.__dict__['s']=v*2
class GD(Desc):
    def __delete__(self,o): out('gd delete')
class H:
    d=Desc(); dd=DD(); s=SetOnly(); gd=GD()
h=H()
tried(lambda:(h.d,H.d,h.dd,H.dd))
h.d=5; h.dd=6; h.s=7
tried(lambda:(h.d,h.dd,h.s,h.__dict__))
del h.d; del h.dd; 
tried(lambda: h.d)
tried(lambda: delattr(h,'s'))
tried(lambda: setattr(h,'gd',1))
del h.gd
tried(lambda: setattr(H,'dd',1) or h.dd)
class Pr:
    @property
    def a(self): return 1
    b=property(None,lambda s,v:None)
    @property
    def err(self): raise AttributeError('inner')
    def __getattr__(self,n): return 'fallback '+n
p=Pr()
tried(lambda:p.a)
tried(lambda:p.b)
tried(lambda:p.err)
tried(lambda:setattr(p,'a',1))
tried(lambda:delattr(p,'a'))
tried(lambda:delattr(p,'b'))
class Pr2:
    a=property(); 
    b=property(None,lambda s,v:None)
    c=b
p=Pr2()
tried(lambda:p.a)
tried(lambda:p.b)
tried(lambda:p.c)
tried(lambda:setattr(p,'a',1))
tried(lambda:delattr(p,'a'))
tried(lambda:Pr2.b.__get__(p))
tried(lambda:property(None).__get__(5))
tried(lambda:property(None).__set__(5,1))
tried(lambda:property(None).__delete__(5))
class Base:
    @property
    def v(self): return 'base'
    @v.setter
    def v(self,x): out(('setter',x))
class Over(Base):
    @Base.v.getter
    def v(self): return 'over'
o=Over(); o.v=1
tried(lambda:o.v)
class Over2(Base):
    @property
    def v(self): return super().v+'!'
    @v.setter
    def v(self,x): Base.v.fset(self,x+1)
o=Over2(); o.v=1
tried(lambda:o.v)
class SC:
    @classmethod
    def make(cls): return cls.__name__
    @staticmethod
    def st(): return 'st'
class SC2(SC):
    @classmethod
    def make(cls): return 'sub '+super().make()
    @staticmethod
    def st(): return 'sub '+super(SC2,SC2).st()
tried(lambda:(SC2.make(),SC2().make(),SC2.st(),SC2().st()))
class CP:
    @classmethod
    @property
    def x(cls): return cls.__name__
tried(lambda:(CP.x,CP().x))
class GA:
    def __getattribute__(self,n):
        if n=='z': raise AttributeError('no z')
        return object.__getattribute__(self,n)
    def __getattr__(self,n): return ('ga',n)
    q=1
tried(lambda:(GA().z,GA().q,GA().w))
class Sa:
    def __setattr__(self,n,v): object.__setattr__(self,n+'_',v)
    def __delattr__(self,n): object.__delattr__(self,n+'_')
s=Sa(); s.a=1
tried(lambda:s.__dict__)
del s.a
tried(lambda:s.__dict__)
tried(lambda:delattr(s,'b'))
tried(lambda:getattr(s,5))
tried(lambda:setattr(s,5,1))
tried(lambda:hasattr(s,5))
tried(lambda:getattr(s,'q',7))
tried(lambda:object().x)
tried(lambda:setattr(object(),'x',1))
tried(lambda:delattr(object(),'x'))
tried(lambda:setattr(5,'x',1))
tried(lambda:setattr(5,'real',1))
tried(lambda:setattr(int,'x',1))
tried(lambda:delattr(int,'x'))
tried(lambda:setattr([],'append',1))
tried(lambda:setattr(len,'x',1))
tried(lambda:setattr(None,'x',1))
# __call__, __bool__ etc errors
class Bad:
    def __bool__(self): return 1
    def __len__(self): return -1
    def __hash__(self): return 'a'
    def __repr__(self): return 1
    def __str__(self): return 1
    def __index__(self): return 'a'
    def __int__(self): return 'a'
    def __iter__(self): return 1
    def __contains__(self,x): return []
    def __format__(self,s): return 1
    def __bytes__(self): return 1
    def __length_hint__(self): return 'a'
    def __reversed__(self): return 1
b=Bad()
for f in (bool,len,hash,repr,str,int,iter,list,bytes,reversed,ascii,hex,range,format): tried(lambda:f(b))
tried(lambda: 1 in b)
tried(lambda: [1][b])
tried(lambda: f'{b}')
tried(lambda: [1]*b)
tried(lambda: '%d' % b)
class NoC:
    __hash__=None; __iter__=None; __contains__=None; __len__=None; __call__=None; __add__=None; __radd__=None; __eq__=None; __bool__=None; __reversed__=None;__getitem__=None
n=NoC()
for f in (hash,iter,len,bool,reversed,list): tried(lambda:f(n))
tried(lambda:1 in n)
tried(lambda:n())
tried(lambda:n+1)
tried(lambda:1+n)
tried(lambda:n==1)
tried(lambda:n!=1)
tried(lambda:n[1])
tried(lambda:callable(n))
import operator
class LH:
    def __init__(self,h): self.h=h
    def __iter__(self): return iter([1,2])
    def __length_hint__(self):
        out('hint')
        if isinstance(self.h,type) and issubclass(self.h,Exception): raise self.h('x')
        return self.h
for h in (1,-1,'a',None,NotImplemented,ValueError,TypeError,True,2**70):
    tried(lambda: operator.length_hint(LH(h)))
    tried(lambda: list(LH(h)))
    tried(lambda: tuple(LH(h)))
    tried(lambda: [*LH(h)])
    tried(lambda: [0]+ (lambda l: (l.extend(LH(h)),l)[1])([]))
    tried(lambda: sorted(LH(h)))
tried(lambda: set(LH(1)))
tried(lambda: dict.fromkeys(LH(1)))
tried(lambda: ','.join(map(str,LH(1))))
tried(lambda: operator.length_hint(5,7))
tried(lambda: operator.length_hint(5,'a'))
tried(lambda: operator.length_hint(LH(1),'a'))
tried(lambda: operator.length_hint([1,2]))
class Ix:
    def __init__(self,i): self.i=i
    def __index__(self): out('index'); return self.i
class Ln:
    def __init__(self,i): self.i=i
    def __len__(self): return self.i
    def __getitem__(self,k): raise IndexError
for i in (Ix(3),Ix(-1),Ix(2**70),True,2**70,-1,'a',None,-2**70,Ix('a')):
    tried(lambda: len(Ln(i)))
    tried(lambda: bool(Ln(i)))
    tried(lambda: list(Ln(i)))
v={1:2}.keys()
tried(lambda: v.__and__([1]))
tried(lambda: sorted(v.__or__([4])))
tried(lambda: sorted(v.__xor__([1,4])))
tried(lambda: v.__sub__([1]))
tried(lambda: v.__rand__([1]))
tried(lambda: sorted(v.__ror__([4])))
tried(lambda: sorted(v.__rxor__([1,4])))
tried(lambda: v.__rsub__([1,7]))
tried(lambda: v.__eq__({1}))
tried(lambda: v.__lt__({1,2}))
tried(lambda: v.__le__([1,2]))
tried(lambda: v.__ne__({1}))
tried(lambda: v.__len__())
tried(lambda: v.__contains__(1))
tried(lambda: list(v.__iter__()))
tried(lambda: v.__and__(5))
tried(lambda: v.__hash__)
tried(lambda: list(v.__reversed__()))
tried(lambda: v.isdisjoint([3]))
it={1:2}.items()
tried(lambda: it.__and__([(1,2)]))
tried(lambda: it.__contains__((1,2)))
tried(lambda: len(it.__or__([1])))
tried(lambda: v.mapping)
vs={1:2}.values()
tried(lambda: vs.__and__)
tried(lambda: vs.__len__())
tried(lambda: vs.__contains__(2))
tried(lambda: int.__repr__(True))
tried(lambda: int.__str__(True))
tried(lambda: int.__format__(True,''))
tried(lambda: int.__format__(True,'d'))
tried(lambda: bool.__repr__(True))
tried(lambda: object.__str__(True))
tried(lambda: int.__and__(True,True))
tried(lambda: int.__hash__(True))
class I(int): pass
tried(lambda: int.__repr__(I(3)))
tried(lambda: str.__repr__('a'))
class Bad:
    def __index__(self): return 'a'
b=Bad()
tried(lambda:hex(b))
tried(lambda:range(b))
tried(lambda: [1][b])
tried(lambda: [1]*b)
tried(lambda: '%d' % b)
tried(lambda: '%x' % b)
tried(lambda: int(b))
tried(lambda: bytes(b))
tried(lambda: [1][b:])
tried(lambda: 'a'*b)
tried(lambda: bin(b))
tried(lambda: chr(b))
tried(lambda: (5).__index__())
tried(lambda: round(5,b))
tried(lambda: pow(2,3,b))
tried(lambda: 1<<b)
tried(lambda: [].insert(b,1))
tried(lambda: [1].pop(b))
tried(lambda: 'abc'.find('a',b))
tried(lambda: 'abc'.center(b))
tried(lambda: sum([b]))
tried(lambda: bytes([b]))
tried(lambda: '{:d}'.format(b))
