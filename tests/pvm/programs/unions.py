# int | None: what isinstance, issubclass and singledispatch take. What this prints, CPython prints.
import functools
import typing
import pvm_host


def print(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


x = int | str
print(x, type(x), repr(x), type(x).__name__)
print(isinstance(1, x), isinstance('a', int | None), isinstance(None, int | None), issubclass(bool, x), isinstance(b'', x))
y = int | None
print(y, y == (None | int), hash(y)==hash(None|int), y != x, y == int, y == (int, None), y in {None | int})
print(x.__args__, y.__args__, x.__parameters__, int | int, int | str | int | None, x | y, type(None) | int)
class A: pass
print(A | int)
def t(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
t(lambda: 1 | int); t(lambda: int | 1); t(lambda: None | None); t(lambda: x + 1); t(lambda: x()); t(lambda: x.foo); t(lambda: x < y); t(lambda: (int, str) | int); t(lambda: isinstance(1, (str, x))); t(lambda: bool(x)); t(lambda: isinstance(1, x | list)); t(lambda: issubclass(1, x))
print(isinstance(1, typing.Union[int, str]), isinstance(None, typing.Optional[int]), issubclass(int, typing.Union[int, str]))
@functools.singledispatch
def f(v): return 'other'
@f.register(int | str)
def _(v): return 'int or str'
@f.register
def _(v: list | None): return 'list or none'
print(f(1), f('a'), f(None), f([]), f({}))
t(lambda: f.register((int, str), lambda v: 1)); t(lambda: f.register(5))
try:
    try: raise ValueError(1)
    except ValueError | TypeError: pass
except TypeError as e: print(e)
match 5:
    case int() | str(): print('m')
z = int
z |= str
print(z)
