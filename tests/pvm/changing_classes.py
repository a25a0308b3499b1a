#!/usr/bin/env python3
"""Classes that change while they are used: every operation on an object whose hooks take themselves from its class, put
something else there, give what they should not, or begin the operation again.

changing_classes.py [--driver PROGRAM] [--every N] [--first N] [--print N]

The VM must come to the end of every program, be it for want of cycles; with a driver that was built with sanitizers,
without touching what is not its own."""
import itertools
import sys

from generated.evil import indented, listed, run

HOOKS = """\
__len__ __length_hint__ __index__ __int__ __bool__ __str__ __repr__ __format__ __hash__ __bytes__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__
__contains__ __dir__ __iter__ __next__ __reversed__ __getitem__ __setitem__ __delitem__ __missing__ __getattr__ __getattribute__ __setattr__
__delattr__ __call__ __enter__ __exit__ __get__ __set__ __delete__ __set_name__ __add__ __radd__ __iadd__ __sub__ __rsub__ __isub__ __mul__
__rmul__ __imul__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __divmod__ __rdivmod__ __pow__ __rpow__ __lshift__ __rshift__ __and__ __rand__
__or__ __ror__ __ior__ __xor__ __matmul__ __truediv__ __neg__ __pos__ __abs__ __invert__ __round__ __instancecheck__ __subclasscheck__
__mro_entries__ __class_getitem__ __init_subclass__ __prepare__ keys items send throw close __copy__ __reduce__"""
# The base of the class, and how it is called.
BASES = {
    "": "()", "int": "(1)", "str": "('ab')", "bytes": "(b'ab')", "bytearray": "(b'ab')", "list": "([1, 2])", "tuple": "((1, 2))",
    "dict": "(a=1)", "set": "([1, 2])", "frozenset": "([1, 2])", "Exception": "(1)", "ExceptionGroup": "('m', [ValueError(1)])",
    "StopIteration": "(1)", "property": "(f, f, f)", "type": "('T', (), {})", "collections.deque": "([1, 2])",
    "collections.OrderedDict": "(a=1)", "super": "(Other, Other())", "Slotted": "()",
}
# What a hook does, `name` on `self`.
DEEDS = """\
delattr(Evil, name)
[delattr(Evil, n) for n in HOOKS if n in Evil.__dict__]
setattr(Evil, name, None)
setattr(Evil, name, 5)
setattr(Evil, name, property(lambda s: 1 // 0))
setattr(Evil, name, Evil)
setattr(Evil, name, self)
setattr(Evil, name, staticmethod(len))
setattr(Evil, '__getattribute__', lambda s, n: 1 // 0)
setattr(Evil, '__eq__', None); setattr(Evil, '__hash__', None)
type.__setattr__(Evil, '__name__', name * 300)
object.__setattr__(self, '__class__', Other)
object.__getattribute__(self, '__dict__').clear(); delattr(Evil, name)
Evil.__bases__ = (Other,)
Evil.__doc__ = self
Evil.__init__ = None; Evil.__new__ = None
raise StopIteration
raise GeneratorExit
raise AttributeError(name)
raise KeyError(name)
raise IndexError
raise TypeError
raise self
operation()
left = 20; operation()
self.clear()
self.append(self)
self.update({1: self})
self.pop()
return NotImplemented
return Ellipsis
return True
return 0
return -1
return 2 ** 62
return 2 ** 63
return -2 ** 63
return 10 ** 30
return 'text'
return 'a' * 5000
return b'x'
return self
return (self, self)
return [self]
return iter([])
return (x for x in [self])
return {self.__class__: 1}
return lambda *a: self
return type(self)
return Evil""".split("\n")
# How often a hook does it, and which hooks there are.
TIMES = (1, 3, 10 ** 9)
ABSENT = ((), ("__getattribute__", "__setattr__", "__getattr__", "__delattr__", "__set__", "__delete__", "__get__"),
          ("__getattribute__", "__get__", "__radd__", "__rsub__", "__rmul__", "__rmod__", "__rpow__", "__rand__", "__ror__"))
PROGRAM = """\
import pvm_host, json, functools, itertools, collections, enum, dataclasses, operator, struct, string, base64, typing, hashlib
class Other:
    def __init__(self, *a, **k): pass
class Slotted: __slots__ = ('a', 'b')
HOOKS = '''{hooks}'''.split()
PROPER = {{'__len__': 2, '__length_hint__': 2, '__index__': 1, '__int__': 1, '__bool__': True, '__str__': 'text', '__repr__': 'text',
          '__format__': 'text', '__hash__': 1, '__bytes__': b'ab', '__eq__': True, '__ne__': False, '__lt__': True, '__le__': True,
          '__gt__': True, '__ge__': True, '__contains__': True, '__dir__': ['a'], '__instancecheck__': True, '__subclasscheck__': True,
          '__exit__': False, '__prepare__': {{}}, '__mro_entries__': (Other,), '__round__': 1, 'keys': ['a', 'b']}}
left = nexts = 0
def misbehave(name, self):
    global left
    if left > 0:
        left -= 1
        {deed}
def made(name):
    def hook(self, *a, **k):
        global nexts
        given = misbehave(name, self)
        if given is not None: return given
        if name == '__next__':
            nexts += 1
            if nexts > 3: raise StopIteration
            return 'a', 1
        if name == '__getitem__' and a and a[0] in (5, 'z'): raise IndexError
        if name == '__getattr__' and a[0].startswith('__'): raise AttributeError(a[0])
        return PROPER.get(name, self)
    return hook
def f(*a, **k): return 1
def gen():
    x = yield 1
    yield from e
class Evil({base}): pass
for n in HOOKS:
    if n not in {absent}: setattr(Evil, n, made(n))
def operation():
    global e
    {operation}
for again in range(2):
    left = nexts = 0
    try: e, o = {new}, {new}
    except Exception: break
    left = {times}
    try: operation()
    except BaseException as error:
        try: repr(error); str(error)
        except BaseException: pass
"""


def programs():
    """Names, and functions that give the sources, of all of them. Neighbours differ in what they do."""
    operations = listed("operations.txt")
    for number, (base, operation, deed) in enumerate(itertools.product(BASES, operations, DEEDS)):
        times, absent = TIMES[number % 3], ABSENT[number // 3 % 3]
        new = ("type.__call__(Evil, " + BASES[base][1:] if base == "type" else "Evil" + BASES[base])

        def write(base=base, operation=operation, deed=deed, times=times, absent=absent, new=new):
            return PROGRAM.format(hooks=HOOKS, deed=deed, base=base, absent=absent, new=new, times=times,
                                  operation=indented(operation, 4))
        yield f"{operation!r} where a hook of {base or 'object'} does {deed}, {times} times, without {absent}", write


if __name__ == "__main__":
    sys.exit(run(__doc__, programs(), endless=True))
