"""Keys of caches, functions of modules that stand in classes, counts in place, and other corners of the library."""
import pvm_host
import functools
import itertools
import json
import operator
import string
import struct
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict, deque
from dataclasses import InitVar, KW_ONLY, dataclass, fields, make_dataclass
from enum import Enum
from typing import ClassVar


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


_n = 0


def tried(function, *args):
    global _n
    _n += 1
    try:
        out(str(_n) + " " + repr(function(*args)))
    except Exception as e:
        out(str(_n) + " " + type(e).__name__ + ": " + str(e))


# Keys of caches: positional and keyword arguments do not mix, and the order of keywords counts.
@functools.cache
def seen(*args, **kwds):
    return args, list(kwds.items())


for call in [lambda: seen((), (("x", 1),)), lambda: seen(x=1), lambda: seen((1,), (("y", 2),)), lambda: seen(1, y=2),
             lambda: seen(1, "y", 2), lambda: seen(a=1, b=2), lambda: seen(b=2, a=1), lambda: seen(a=1, b=2), lambda: seen(1),
             lambda: seen((1,)), lambda: seen(True), lambda: seen(1, 2), lambda: seen((1, 2))]:
    tried(call)
tried(lambda: seen.cache_info())


@functools.lru_cache(maxsize=3, typed=True)
def typed(*args, **kwds):
    return [type(a).__name__ for a in args], {k: type(v).__name__ for k, v in kwds.items()}


for call in [lambda: typed(1), lambda: typed(True), lambda: typed(1, int), lambda: typed(k=1), lambda: typed(k=True), lambda: typed(k=1),
             lambda: typed(1, k=1), lambda: typed(True, k=1), lambda: typed(1, k=1), lambda: typed([])]:
    tried(call)
tried(lambda: typed.cache_info())


# Functions that CPython has built in do not become methods.
class Holder:
    cmp = operator.gt
    red = functools.reduce
    pack = struct.pack
    size = struct.calcsize
    key = functools.cmp_to_key
    total = operator.__add__
    hint = operator.length_hint


h = Holder()
tried(lambda: [h.cmp(3, 1), h.cmp(1, 3), Holder.cmp(2, 1), h.red(operator.add, [1, 2, 3]), h.pack("<H", 5), h.size("<IH"), h.total(1, 2)])
tried(lambda: [sorted([3, 1, 2], key=h.key(lambda a, b: b - a)), h.hint([1, 2]), getattr(h, "cmp")(2, 1), h.cmp is operator.gt])
tried(lambda: h.cmp(*[4, 3]))
tried(lambda: [f(5, 2) for f in [h.cmp, h.total]])


class Op(Enum):
    ADD = operator.add
    SUB = operator.sub
    LEN = len
    REDUCE = functools.reduce

    def __call__(self, *args):
        return self.value(*args)


tried(lambda: [m.name for m in Op])
tried(lambda: [Op.ADD(2, 3), Op.SUB(2, 3), Op.LEN("abc"), Op.REDUCE(operator.mul, [2, 3, 4])])
tried(lambda: (Op(operator.add).name, repr(Op.ADD)))


@dataclass
class Step:
    n: int
    op = operator.add
    other: object = operator.sub

    def run(self):
        return self.op(self.n, 1), self.other(self.n, 1)


tried(lambda: (Step(4).run(), Step(4, operator.mul).run(), Step(4)))
tried(lambda: (repr(operator.add), str(functools.reduce), repr(struct.unpack), f"{operator.inv}", repr(operator.__or__)))
tried(lambda: [type(f) is type(len) for f in (operator.add, functools.reduce, functools.cmp_to_key, struct.pack, operator.length_hint, functools.wraps)])
tried(lambda: (operator.add.__name__, operator.and_.__qualname__, operator.gt.__module__, struct.pack.__module__, functools.reduce.__module__))
tried(lambda: [hasattr(operator.add, name) for name in ("__get__", "__dict__", "__defaults__", "__annotations__", "__call__", "x")])
tried(lambda: setattr(operator.add, "x", 1))
tried(lambda: operator.add.x)
tried(lambda: callable(operator.add) and isinstance(operator.add, type(len)))
tried(lambda: hash(operator.add) == hash(operator.add) and {operator.add: 1}[operator.__add__])
tried(lambda: functools.update_wrapper(lambda: 0, operator.add).__name__)
tried(lambda: functools.partial(operator.mul, 6)(7))
tried(lambda: functools.partial(operator.mul, 6))


class Odd:
    __add__ = operator.add
    __len__ = operator.truth
    __init__ = operator.pos
    __eq__ = operator.is_
    __call__ = functools.reduce


def refused(function):  # in words of its own
    try:
        out(repr(function()))
    except TypeError:
        out("TypeError")


refused(lambda: Odd())
odd = object.__new__(Odd)
refused(lambda: odd == odd)
refused(lambda: odd != odd)
refused(lambda: odd(operator.add, [1, 2, 3]))
refused(lambda: len(odd))
refused(lambda: odd + odd)
refused(lambda: operator.add(a=1, b=2))
refused(lambda: operator.length_hint(obj=[]))


class Bound:
    both = staticmethod(operator.add)
    of_class = classmethod(operator.is_)
    prop = property(operator.not_)
    part = functools.partialmethod(operator.is_not, None)


b = Bound()
tried(lambda: (b.both(1, 2), b.of_class(Bound), b.prop))
tried(lambda: ExceptionGroup("g", [ValueError(1)]).split(operator.truth))


# Counter in place, and with mappings that are no dicts.
for other in [{"a": 2, "b": 5}, Counter(a=1, b=2), OrderedDict(a=1, c=9), UserDict(a=3), ChainMap({"a": 5}, {"z": 1}), defaultdict(int, a=4)]:
    for name in ("iadd", "isub", "iand", "ior"):
        counts = Counter(a=3, c=1, d=-2)
        def go():
            changed = getattr(operator, name)(counts, other)
            return changed, changed is counts, dict(other)
        tried(go)
        tried(lambda: counts)
for other in [["a"], "ab", {"a"}, {"a": 1}.keys(), None, 3]:
    for name in ("iadd", "isub", "iand", "ior"):
        counts = Counter(a=3)
        tried(getattr(operator, name), counts, other)
        tried(lambda: counts)
for given in [ChainMap({"a": 5}), UserDict(a=5), type("", (), {"__dict__": {}}).__dict__.copy() and {"q": 1}, OrderedDict(a=2), [("a", 1)], "aab",
              {"a": 1}.items(), UserDict(a=1).items(), deque("aab")]:
    tried(Counter, given)
    tried(lambda: Counter(a=1).update(given))
    counts = Counter(a=1)
    counts.update(given)
    tried(lambda: counts)
    counts.subtract(given)
    tried(lambda: counts)


class Items:
    def items(self):
        return [("a", 1)]

    def __iter__(self):
        return iter("xyz")


tried(Counter, Items())
tried(lambda: operator.iadd(Counter(), Items()))
tried(lambda: Counter(a=1) | Counter(a="x"))
tried(lambda: Counter(a=1) & Counter(a="x"))
half = Counter(a=3, b="x")
tried(lambda: operator.iand(half, {"a": 1, "b": 2}))
tried(lambda: half)
tried(lambda: (Counter(a=True) & Counter(a=1), Counter(a=True) | Counter(a=1)))


class Marked(Counter):
    pass


marked = Marked(a=1)
same = marked
marked += {"b": 2}
tried(lambda: (type(marked).__name__, same is marked, same))


# json.loads gives a decoder text, whatever it was given.
class Said(json.JSONDecoder):
    def decode(self, s):
        return type(s).__name__, s, super().decode(s)


for document in [b"[1]", bytearray(b'{"a": 2}'), b'\xef\xbb\xbf["\xc3\xa9"]', "[3]"]:
    tried(lambda: json.loads(document, cls=Said))
    tried(lambda: json.loads(document, cls=json.JSONDecoder))
tried(lambda: json.loads(b"[1", cls=Said))
tried(lambda: json.loads(7, cls=Said))


# Keywords are for an __init__ of one's own.
def tagged(base):
    class Tagged(base):
        def __init__(self, *args, tag=None):
            self.tag = tag
    return Tagged


for base, given in [(tuple, [(1, 2)]), (frozenset, ["ab"]), (set, ["ab"]), (list, ["ab"]), (itertools.chain, [[1], [2]]),
                    (itertools.cycle, [[1]]), (itertools.islice, [[1, 2], 1]), (itertools.pairwise, [[1, 2]])]:
    tried(lambda: tagged(base)(*given, tag=3).tag)
    tried(lambda: type("Plain", (base,), {})(*given, tag=3))
    tried(lambda: len(list(itertools.islice(tagged(base)(*given, tag=3), 3))))
tried(lambda: tagged(tuple)([1], [2], tag=1))


# A __new__ that is a class method is given the class twice.
class Twice:
    @classmethod
    def __new__(*args, **kwds):
        return [a.__name__ if isinstance(a, type) else a for a in args], kwds


class Kept:
    @classmethod
    def __new__(cls, again, *args):
        made = object.__new__(again)
        made.args = args
        return made


class Deeper(Kept):
    def __init__(self, n):
        self.n = n


tried(lambda: Twice(1, 2, k=3))
tried(lambda: Kept(4).args)
tried(lambda: (Deeper(5).args, Deeper(6).n))
tried(lambda: Twice.__new__(1))


# make_dataclass is given objects.
Made = make_dataclass("Made", [("x", int), ("y", ClassVar[int], 10), ("z", ClassVar, 3), ("i", InitVar[int], 4), ("j", InitVar, 5)])
tried(lambda: ([f.name for f in fields(Made)], Made(1), Made(1, 2), Made.y, Made.z))
tried(lambda: Made(1, 2, 3, 4))
tried(lambda: make_dataclass("M", [("a", int), ("_", KW_ONLY), ("b", list[ClassVar])])(1, b=2))
tried(lambda: make_dataclass("M", [("a", InitVar[int]), ("b", "int")])(1, 2))


# Fields of string.Formatter are read one after the other, and any character says how one is converted.
for template in ["{a!}", "{a!}x", "{a!}}", "x{}{a!}", "{[]}", "{.}", "{0.}", "{0[]}", "{0[0]x}", "{a[b]c}", "{a!}}}", "{!}", "{0!r:>5}"]:
    tried(string.Formatter().format, template, "ab")
    tried(lambda: list(string.Formatter().parse(template)))
    tried(string.Formatter().get_field, template[1:-1].partition("!")[0], ["ab"], {})


# A deque is a sequence, which % asks for no name.
for template in ["ab", "a%s", "%(x)s"]:
    for given in [deque([1]), deque(), UserDict(x=2), ChainMap({"x": 1}), type("D", (deque,), {})([1])]:
        tried(lambda: template % given)
        tried(lambda: template.encode() % given if "s" not in template else None)


# What exceptions and classes say when they are asked wrongly.
def deleted(name):
    delattr(ValueError(1), name)


tried(deleted, "__cause__")
tried(deleted, "__context__")
tried(lambda: ExceptionGroup(None, [ValueError(1)]))


class Unwalked:
    __iter__ = None


tried(lambda: 1 in Unwalked())
tried(lambda: iter(Unwalked()))


def named(look):
    try:
        look()
    except AttributeError as e:
        out((str(e), e.name, type(e.obj).__name__))


named(lambda: object.__getattribute__(Unwalked(), "q"))
named(lambda: Unwalked().q)


class Strange(Enum):
    A = 1

    @classmethod
    def _missing_(cls, value):
        return 7


try:
    Strange(2)
except TypeError as e:
    out((str(e), repr(e.__context__)))


class Wide(int):
    def __len__(self):
        return 5 - 5 * int(self)


tried(lambda: [bool(Wide(0)), bool(Wide(1)), not Wide(0), len(Wide(0))])
