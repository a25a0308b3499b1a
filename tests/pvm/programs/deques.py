# Deques: places given by __index__, and changes while they are walked. What this prints, CPython prints.
import pvm_host
from collections import OrderedDict, defaultdict, deque


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def err(g):
    try:
        p(repr(g()))
    except Exception as e:
        p(type(e).__name__, e)


class I:
    def __init__(s,n): s.n=n
    def __index__(s): return s.n
d=deque([1,2,3,4,5])
err(lambda: d.remove(9)); err(lambda: d.index(9)); err(lambda: d.index(3, I(1), I(4))); err(lambda: d.index(3,'a')); err(lambda: d.index(3,None)); err(lambda:d.index(1,-2,-1))
err(lambda: d.rotate(I(2))); p(d); err(lambda: d.rotate('a')); err(lambda: deque().rotate('a'))
err(lambda: d.insert(I(1),9)); p(d); err(lambda: d.insert('a',9)); err(lambda: deque([1],1).insert('a',1)); err(lambda: deque([1],1).insert(0,1))
err(lambda: d[I(0)]); err(lambda: d['a']); err(lambda: d[1:2]); err(lambda: d[99]); err(lambda: d[None])
def s(i): d[i]=0
def dl(i): del d[i]
err(lambda: s(I(0))); err(lambda: s('a')); err(lambda: s(99)); err(lambda: dl('a')); err(lambda: dl(99)); err(lambda: dl(I(0))); p(d)
err(lambda: dl(True)); p(d)
err(lambda: deque([1],'a')); err(lambda: deque([1],-1)); err(lambda: deque([1],True)); err(lambda: deque(5)); err(lambda: deque([1],I(1)))
for f in ('append','appendleft'):
    def g():
        d=deque([1,2,3]); r=[]
        for x in d:
            r.append(x)
            getattr(d,f)(1)
            p(r)
    err(g)
def g():
    d=deque([1,2,3])
    for x in d: d.append(d.popleft())
err(g)
def g():
    d=deque([1,2,3])
    for x in d: d.append(1); d.pop()
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d: d[-1]=7; r.append(x)
    return r
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d: d.rotate(0); d.rotate(3); d.rotate(-3); r.append(x)
    return r
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d: d.rotate(1); r.append(x)
    return r
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d: d.reverse(); r.append(x)
    return r
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d: d.clear(); d.extend([1,2,3])
    return r
err(g)
def g():
    d=deque([1,2,3]); r=[]
    for x in d:
        if x==3: d.append(4)
    return r
err(g)
def g():
    d=deque([1,2,3]); it=iter(d); d.append(1); return next(it)
err(g)
def g():
    d=deque([1,2,3]); it=reversed(d); d.append(1); return next(it)
err(g)
def g():
    d=deque([]); it=iter(d); d.append(1); return next(it)
err(g)
def g():
    d=deque([1,2]); it=iter(d); d.clear(); return next(it,'e')
err(g)
def g():
    d=deque([]); it=iter(d); d.clear(); return next(it,'e')
err(g)
def g():
    d=deque([1,2]);
    for x in d: d.extend([]); d.insert(0,3); 
err(g)
def g():
    d=deque([1,2]);
    for x in d: d*=1
    return d
err(g)
class E:
    def __init__(s,d,v=False): s.d=d; s.v=v
    def __eq__(s,o): s.d.append(1); return s.v
for v in (0,1):
    def m(f):
        d=deque([1,2,3]); 
        return f(d,E(d,v))
    err(lambda: m(lambda d,e: d.index(e))); err(lambda: m(lambda d,e: d.count(e))); err(lambda: m(lambda d,e: e in d)); err(lambda: m(lambda d,e: d.remove(e)))
    err(lambda: m(lambda d,e: d==deque([e,e,e])))
class V:
    def __eq__(s,o): raise ValueError('mine')
err(lambda: deque([1]).index(V())); err(lambda: deque([1]).remove(V()))
d=deque([1,2]); d.extend(d); p(d); d.extendleft(d); p(d)
d=deque([1,2],3); d+=d; p(d); e=d; d*=2; p(d, e is d); p(d*0, 2*d, d+d); d.append(d); p(d)
err(lambda: d*'a'); err(lambda: d+[1]); err(lambda: hash(d)); err(lambda: d<5); 
class S(deque): pass
s=S([1,2],5); p(s, s.copy(), s+s, s*2, type(s+deque()), type(s.copy()))
err(lambda: deque([1,2,3]).maxlen)
err(lambda: deque([1])==[1]); err(lambda: deque([1,2])<deque([1,3])); err(lambda: deque([1,2])!=deque([1,2]))
err(lambda: deque([3,1,2]).sort()); err(lambda: sorted(deque([3,1,2]))); err(lambda: deque('abc', maxlen=2))
err(lambda: deque(iterable='abc'))
a,*b=deque('abc'); p(a,b)
err(lambda: deque([1,2,3]).__contains__(2)); err(lambda: deque([deque([1])]))
err(lambda: deque([5]).__iadd__([6])); err(lambda: deque([5]).__iadd__(6))

o = OrderedDict(a=1)
o["b"] = o
p(o)
f = defaultdict(list, a=1)
f["b"] = f
p(f)
d = deque([1])
d.append([d])
p(d)
