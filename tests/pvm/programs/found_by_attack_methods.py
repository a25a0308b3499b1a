# Methods and attributes of builtin classes where they do not belong: what this prints, CPython prints.
import pvm_host
from functools import partialmethod


def p(*a): pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())
def err(f):
    try: p(f())
    except Exception as e: p(type(e).__name__, e)
class A:
    f = list.append
    n = list.__len__
    k = dict.__dict__['fromkeys']
    x = BaseException.__dict__['args']
    h = bytes.hex
class Other: pass
class L(list):
    h = bytes.hex
    x = range.__dict__['stop']
    a = list.append
class M(type):
    f = list.append
class C(metaclass=M): pass
class P:
    f = partialmethod(list.append, 5)
class S(dict):
    f = dict.__dict__['fromkeys']
def setx(o): o.x = (1, 2)
a = A()
err(lambda: a.f(1))
err(lambda: a.f)
err(lambda: a.n())
err(lambda: a.n)
err(lambda: len(a))
err(lambda: A.k([1]))
err(lambda: a.k([1]))
err(lambda: a.x)
err(lambda: setx(a))
err(lambda: a.h())
err(lambda: L([1]).h())
err(lambda: L([1]).x)
l = L([1]); l.a(2); err(lambda: l)
err(lambda: C.f(1))
err(lambda: P().f())
err(lambda: S.f([1, 2]))
err(lambda: list.append.__get__(3)(1))
err(lambda: list.append(3, 1))
err(lambda: list.append({}, 1))
err(lambda: list.__len__({}))
err(lambda: list.__len__.__get__({}))
err(lambda: dict.__dict__['fromkeys'].__get__(None, int)([1]))
err(lambda: int.from_bytes.__self__)
err(lambda: bool.from_bytes(b'\0', 'big'))
err(lambda: object.__dict__['__init_subclass__'].__get__(None, int)())
class G:
    __len__ = list.__len__
    __getitem__ = dict.__getitem__
err(lambda: len(G()))
err(lambda: G()[1])
G.__getitem__ = dict.__getitem__
err(lambda: G()[1])
class I(int):
    __add__ = int.__add__
    __radd__ = str.__add__
err(lambda: I(3) + 4)
err(lambda: 'a' + I(3))
err(lambda: bytearray.append(b'a', 1))
err(lambda: set.add(frozenset(), 1))


# What a delegate's throw() leaves when it ends without a value.
class It:
    def __iter__(self): return self
    def __next__(self): return 1
    def throw(self, e): return next(iter([]))
def g():
    x = yield from It()
    yield [x]
k = g(); next(k)
err(lambda: k.throw(ValueError))
class It2(It):
    def throw(self, e): raise StopIteration(7)
def g2(): yield [(yield from It2())]
k = g2(); next(k)
err(lambda: k.throw(ValueError))
