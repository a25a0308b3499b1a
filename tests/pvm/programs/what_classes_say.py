# What copies a dict asks the methods of its class where CPython does; OrderedDict asks those of what derives from it.
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, UserString, defaultdict, deque, namedtuple
from typing import AbstractSet, Mapping, MutableMapping, Sequence
import json
from operator import length_hint
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


log = []


class Logged(OrderedDict):
    def __setitem__(self, key, value):
        log.append("set " + str(key))
        super().__setitem__(key, value)

    def __getitem__(self, key):
        log.append("get " + str(key))
        return super().__getitem__(key)

    def __delitem__(self, key):
        log.append("del " + str(key))
        super().__delitem__(key)

    def __contains__(self, key):
        log.append("in " + str(key))
        return super().__contains__(key)

    def __iter__(self):
        log.append("iter")
        return super().__iter__()

    def keys(self):
        log.append("keys")
        return super().keys()

    def items(self):
        log.append("items")
        return super().items()

    def update(self, *args, **kwds):
        log.append("update")
        return super().update(*args, **kwds)


def logged(name, f):
    log.clear()
    try:
        result = f()
    except Exception as e:
        result = repr(e)
    said = ", ".join(log)
    emit(name, type(result).__name__, dict.items(result) if isinstance(result, dict) else result, said)


o = Logged(a=1)
for name, f in (("init", lambda: Logged({"a": 1}, b=2)), ("pairs", lambda: Logged([("a", 1), iter("bc")])), ("update", lambda: o.update({"c": 3})), ("words", lambda: o.update(z=3)),
                ("itself", lambda: o.update(Logged(q=1))), ("setdefault", lambda: o.setdefault("a")), ("setdefault none", lambda: o.setdefault("n", 5)), ("pop", lambda: o.pop("n")),
                ("pop word", lambda: o.pop("n", default=3)), ("pop none", lambda: o.pop(key="mm")), ("popitem", lambda: o.popitem()), ("copy", lambda: o.copy()),
                ("or", lambda: o | {"a": 3}), ("ror", lambda: {"a": 3} | o), ("ior", lambda: o.__ior__({"y": 1})), ("ior pairs", lambda: o.__ior__([("y", 1)])),
                ("eq", lambda: o == Logged(a=1)), ("eq dict", lambda: o == {"a": 1}), ("dict", lambda: dict(o)), ("star", lambda: {**o}), ("call", lambda: dict(**o)),
                ("list", lambda: list(o)), ("repr", lambda: repr(o)), ("to end", lambda: Logged(a=1, b=2).move_to_end("a")), ("fromkeys", lambda: Logged.fromkeys("ab")),
                ("reversed", lambda: list(reversed(o))), ("del", lambda: o.__delitem__("q")), ("number", lambda: o.update(5)), ("short", lambda: o.update(["a"])),
                ("long", lambda: o.update(["abc"])), ("words of setdefault", lambda: o.setdefault(key="k", default=3)), ("clear", lambda: o.clear())):
    logged(name, f)


class Updated(OrderedDict):
    def update(self, *args):
        emit("never asked")


class WalksItself(dict):
    def __iter__(self):
        log.append("iter")
        return iter("z")

    def keys(self):
        log.append("keys")
        return (key for key in "ab")

    def __getitem__(self, key):
        log.append(key)
        return 7


class HasKeys(dict):
    keys = WalksItself.keys
    __getitem__ = WalksItself.__getitem__


class OrderedKeys(OrderedDict):
    keys = WalksItself.keys
    __getitem__ = WalksItself.__getitem__


class NoKeys:
    def keys(self):
        return 5

    def __getitem__(self, key):
        return key


def words(**kwds):
    return kwds


emit(Updated(a=1) | {"a": 2}, OrderedDict(a=1).setdefault(key="a"), OrderedDict(a=1).pop(default=4, key="b"), OrderedDict(a=1).copy())
for kind in (WalksItself, HasKeys, OrderedKeys):
    for name, f in (("dict", dict), ("star", lambda x: {**x}), ("call", lambda x: words(**x)), ("or", lambda x: x | {}), ("ror", lambda x: {} | x), ("update", lambda x: {}.__ior__(x)),
                    ("copy", dict.copy), ("own copy", lambda x: x.copy()), ("empty", lambda x: dict.copy(kind()))):
        logged(name, lambda: f(kind(z=1)))
for f in (lambda: dict(NoKeys()), lambda: {**NoKeys()}, lambda: words(**NoKeys()), lambda: words(a=1, **WalksItself())):
    tried(f)


# json: what a class says of its items, and what hooks give.
class Items(dict):
    def items(self):
        return [("b", 1), ("a", [2]), (3, None)][:self.n]


class Walked(list):
    def __iter__(self):
        return iter((7, "x"))


class WalkedTuple(tuple):
    def __iter__(self):
        return (n * 2 for n in range(3))


class False_(list):
    def __bool__(self):
        return False

    __len__ = None


class Wrong(dict):
    def items(self):
        return self["given"]


for n in (0, 1, 2):
    d = Items(z=1)
    d.n = n
    for kw in ({}, {"sort_keys": True}) + ({"indent": 1}, {"indent": "--", "sort_keys": True}) * (n > 0):
        tried(json.dumps, [d, {"in": d}], **kw)
for value in (Walked(), Walked([1]), WalkedTuple([1]), False_([1]), Items()):
    tried(json.dumps, value)
    if not isinstance(value, (Items, Walked)):
        tried(json.dumps, value, indent=2)
for given in (5, [1], ["ab"], [("a", 1, 2)], [("a", 1), [2, 3]], ((n, n) for n in range(2))):
    tried(json.dumps, Wrong(given=given))
nested = Walked()
tried(json.dumps, {"a": nested}, default=str, separators=(",", ":"))
text = '{"a": NaN, "b": [-Infinity, Infinity, -5, null]}'
tried(json.loads, text, parse_constant=lambda word: word + "!")
tried(json.loads, text, parse_constant=len)
tried(json.loads, text, parse_constant=str, parse_int=str, object_pairs_hook=list)
tried(json.loads, " NaN ", parse_constant=str)
tried(json.loads, "[Nan]", parse_constant=str)
tried(json.loads, "[-Infinit]", parse_constant=str)
tried(json.loads, "[NaN]", parse_constant=int)
tried(json.loads, "[1, 2]", parse_constant=5)
tried(json.JSONDecoder(parse_constant=str).decode, "[NaN]")


# Patterns take what derives from the mappings and sequences of the library as those.
class Held(Mapping):
    def __init__(self, **held):
        self.held = held

    def __getitem__(self, key):
        return self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


class Changed(Held, MutableMapping):
    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]


class Three(Sequence):
    def __getitem__(self, i):
        return [1, 2, 3][i]

    def __len__(self):
        return 3


class Mine(UserList):
    pass


class Duck:
    def __getitem__(self, i):
        return 1

    def __len__(self):
        return 1

    def keys(self):
        return []


def matched(v):
    match v:
        case {"a": x, **rest}:
            return "mapping", x, rest
        case {}:
            return "any mapping"
        case [x, *rest]:
            return "sequence", x, rest
        case []:
            return "empty"
        case _:
            return "none"


Point = namedtuple("Point", "x y")
for v in (Held(a=1, b=2), Changed(a=1), Held(b=1), Three(), UserDict(a=1, c=2), UserDict(), UserList([1, 2]), UserList(), Mine([5]), UserString("ab"), ChainMap({"a": 1}, {"z": 2}),
          OrderedDict(a=1), deque([1]), Counter("a"), defaultdict(int, a=1), Point(1, 2), Duck(), {}.keys().mapping, "ab", b"ab", bytearray(b"a"), range(2), {1, 2}, iter([1]), {}.keys(), Three):
    emit(v.__class__.__name__ if v is not Three else "", matched(v))


# Hashes: a set of one's own, and the view of values, which equals nothing but itself.
class Few(AbstractSet):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, value):
        return value in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __hash__(self):
        return self._hash()


values = {1: 2}.values()
emit(hash(Few([1, 2, 3])) == hash(Few([3, 2, 1])), hash(Few([1, 2])) == hash(Few([1, 3])), len({Few("ab"), Few("ba"), Few("c")}), hash(Few("ab")) == hash(frozenset("ab")))
emit(hash(values) == hash(values), values in {values}, {values: 1}[values], {1: 2}.values() in {values}, len({values, {1: 2}.values(), values}))
tried(hash, {}.keys())
tried(hash, {}.items())


# In place a sequence is repeated only by what has nothing of a sequence itself.
class Number(int):
    pass


class Twice:
    def __index__(self):
        return 2


for left in (Number(2), Twice(), True, 2, set(), frozenset(), {}, {}.keys(), {}.values(), {}.items(), {}.keys().mapping, range(2), None, len, OrderedDict()):
    for right in ("ab", [1], (1,), b"a"):
        try:
            value = left
            value *= right
            emit(value)
        except TypeError as e:
            emit(e)
        tried(lambda: left * right)


# OrderedDict walks each pair it is given.
for pairs in (["a"], ["abc"], [5], [[]], ["ab", (1, 2), iter("cd")], 5, [("a", 1), 2], NoKeys(), ([], 1)):
    tried(OrderedDict, pairs)
    tried(lambda: OrderedDict(a=1).__ior__(pairs))
    tried(lambda: OrderedDict(a=1).update(pairs))


# What is left in an iterator.
for source in ([1, 2, 3], (1, 2), "a\u20acb", "abc", b"ab", bytearray(b"abc"), range(5), range(5, 0, -2), {1: 2, 3: 4}, {1: 2}.values(), {1: 2, 3: 4}.items(), {1, 2, 3}, frozenset(), [], ""):
    for walk in (iter, reversed):
        if walk is reversed and isinstance(source, (set, frozenset)) or walk is reversed and type(source).__name__ in ("dict_values", "dict_items"):
            continue
        it = walk(source)
        seen = [length_hint(it)]
        for _ in it:
            seen.append(length_hint(it))
        emit(type(it).__name__, seen, length_hint(it, 7))
changed, shrunk = {1: 2, 3: 4, 5: 6}, [1, 2, 3, 4]
del changed[3]
walks = [iter(changed), reversed(changed), iter(shrunk), reversed(shrunk)]
emit([length_hint(w) for w in walks])
changed[9] = 9
del shrunk[1:]
emit([length_hint(w) for w in walks], length_hint(map(len, []), 3), length_hint(zip(), 4), length_hint(iter(len, 5), 6))


# What is called is named with its module.
class Called:
    def method(self):
        pass


def function():
    pass


for called in (dict, int, object, len, [].append, list.append, Called, Called().method, function, UserDict, deque, tried):
    tried(lambda: called(a=1, **{"a": 2}))
    tried(lambda: called(*5))
