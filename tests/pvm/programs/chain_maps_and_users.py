# collections.ChainMap, UserDict, UserList and UserString: what they give, refuse and derive.
from collections import ChainMap, OrderedDict, UserDict, UserList, UserString
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + repr(e.args))


def chains():
    first, second = {"a": 1, "c": 3}, {"b": 2, "a": 9}
    c = ChainMap(first, second)
    emit(c, c["a"], c["b"], len(c), list(c), "b" in c, "x" in c, c.get("x"), c.get("x", 5), bool(c), bool(ChainMap()), ChainMap().maps)
    emit(sorted(c.items()), list(c.keys()), list(c.values()), dict(c), c == {"a": 1, "b": 2, "c": 3}, c == 5, c != {})
    child = c.new_child()
    child["a"] = 100
    child["z"] = 26
    emit(child, child.parents is not c, child.parents == c, c["a"], c.new_child({"k": 1}, v=2), c.new_child(q=1).maps[0])
    tried(lambda: child["nothing"])
    for key in ("b", "z", "nothing"):
        tried(child.pop, key)
    tried(child.pop, "b", 5)
    tried(child.__delitem__, "b")
    del child["a"]
    tried(child.popitem)
    emit(child, child.setdefault("new", 1), child.setdefault("b", 7), child)
    child.update({"u": 1}, w=2)
    child.clear()
    emit(child, c | {"d": 4}, {"d": 4, "a": 0} | c, c | ChainMap({"e": 5}), type(c | {}).__name__, c.copy().maps[1] is second, c.copy().maps[0] is first)
    c |= {"f": 6}
    emit(c, first, ChainMap.fromkeys("ab"), ChainMap.fromkeys("ab", 1))
    tried(lambda: c | 5)
    tried(hash, c)
    c.maps.append(c)
    emit(repr(c))

    class Deep(ChainMap):
        def __setitem__(self, key, value):
            for mapping in self.maps:
                if key in mapping:
                    mapping[key] = value
                    return
            self.maps[0][key] = value

        def __missing__(self, key):
            return "no " + key

    d = Deep({"x": 1}, {"y": 2})
    d["y"] = 20
    d["z"] = 30
    emit(d, d["q"], d.get("q"), "q" in d, d.new_child())
    emit(d.keys(), d.items(), d.values(), d.keys() & {"x", "k"}, ("x", 1) in d.items(), ("x", 2) in d.items(), 20 in d.values(), sorted(d.keys() | {"k"}))


def dicts():
    d = UserDict({"a": 1}, b=2)
    emit(d, len(d), d.data, d["a"], "a" in d, list(d), d.get("q", 0), d == {"a": 1, "b": 2}, UserDict(), UserDict(None), UserDict([("k", 1)]))
    d["c"] = 3
    del d["a"]
    tried(lambda: d["a"])
    tried(d.__delitem__, "a")
    emit(d, d.pop("c"), d.pop("c", None), d.setdefault("e", 5), d | {"x": 1}, {"x": 1} | d, type({"x": 1} | d).__name__, d | UserDict(y=1))
    tried(d.pop, "zzz")
    tried(lambda: d | 5)
    d |= UserDict(z=26)
    d |= {"w": 1}
    emit(d, d.popitem(), d, d.copy(), d.copy() is d, d.keys(), sorted(d.values()), d.items())
    d.update(OrderedDict(o=1))
    d.update([("p", 2)], q=3)
    emit(d, UserDict.fromkeys([1, 2], 0), UserDict.fromkeys("a"))
    d.clear()
    emit(d, bool(d))
    tried(d.popitem)
    tried(hash, d)

    class Lower(UserDict):
        def __init__(self, *args, **kw):
            self.sets = 0
            super().__init__(*args, **kw)

        def __setitem__(self, key, value):
            self.sets += 1
            super().__setitem__(key.lower(), value)

        def __missing__(self, key):
            return "missing " + key

    low = Lower({"A": 1}, B=2)
    low.update(C=3)
    other = low.copy()
    emit(low, low.sets, low["zz"], "zz" in low, low.get("zz"), type(other).__name__, other, other.sets, Lower.fromkeys("XY", 1), low | {"Q": 1})


def lists():
    u = UserList([3, 1, 2])
    emit(u, u[0], u[1:], type(u[1:]).__name__, len(u), 3 in u, u + [4], [4] + u, u + UserList("a"), u + (5,), (5,) + u, u * 2, 2 * u)
    u.append(9)
    u.extend([7, 7])
    u.extend(u)
    u += (0,)
    u.insert(0, 5)
    emit(u, u.pop(), u.pop(0), u.count(7), u.index(9), u.index(7, 5), u == u.data, u < [9], u >= UserList([1]), u != [])
    u.sort()
    u.reverse()
    u.remove(7)
    u[0] = "first"
    u[1:3] = [0]
    del u[-1]
    emit(u, u.copy(), u.copy() is u, list(reversed(u)), UserList(), UserList(u), UserList(range(3)), UserList("ab"))
    u *= 2
    emit(u, u.data)
    tried(u.index, "none")
    tried(u.remove, "none")
    tried(lambda: u[99])
    tried(lambda: u + 5)
    tried(hash, u)
    tried(lambda: u < 5)
    u.sort(key=str, reverse=True)
    u.clear()
    emit(u)
    tried(u.pop)

    class Known(UserList):
        def __getitem__(self, i):
            return super().__getitem__(i)

    k = Known([1, 2])
    emit(type(k[:1]).__name__, type(k + [1]).__name__, type(k.copy()).__name__, type(k * 2).__name__, max(k), sum(k), sorted(k), [*k])


def texts():
    s = UserString("Hello World")
    emit(s, repr(s), s.upper(), type(s.upper()).__name__, s[0], s[1:4], len(s), "World" in s, UserString("lo") in s, s + "!", "!" + s, s + 5, s * 2, 2 * s)
    emit(s == "Hello World", s == UserString("x"), s < "I", s >= UserString("H"), hash(s) == hash("Hello World"), s.replace("o", UserString("0")), s.count("o"), s.find(UserString("o")), s.rfind("o"))
    emit(s.split(), s.partition(" "), s.rsplit("o", 1), s.splitlines(), s.startswith("He"), s.endswith(("x", "d")), s.isalpha(), s.istitle(), s.encode(), s.join(["a", "b"]))
    emit(s.center(15, "*"), s.ljust(13) + "|", s.rjust(13), s.zfill(13), s.strip("Hd"), s.lstrip("H"), s.rstrip("d"), s.title(), s.swapcase(), s.casefold(), s.capitalize(), s.expandtabs(), s.removeprefix("He"), s.removesuffix(UserString("ld")))
    emit(UserString("%s-%s") % (1, 2), UserString("{}").format(5), UserString("{a}").format_map({"a": 1}), int(UserString("42")), s.translate({72: "J"}), s.index("W"), s.rindex("o"), UserString(5), UserString(UserString("u")))
    emit(list(UserString("ab")), [type(c).__name__ for c in UserString("ab")], [str(c) for c in reversed(UserString("ab"))], UserString.maketrans("a", "b"), sorted([UserString("b"), UserString("a")]), {s: 1}["Hello World"])
    tried(s.index, "zz")
    tried(lambda: s[50])
    tried(s.__setitem__ if hasattr(s, "__setitem__") else lambda: "no __setitem__")
    tried(s.center)
    tried(lambda: s < 5)
    tried(int, s)


chains()
dicts()
lists()
texts()
