# What generated programs found: errors and their messages, bounds of searches, names of methods and classes.
import base64, collections, functools, json, operator, string
import pvm_host


def show(value):
    pvm_host.emit_event("", repr(value).encode())


def tried(f):
    try:
        show(f())
    except Exception as e:
        show((type(e).__name__, str(e), len(e.args), e.__suppress_context__))


@functools.lru_cache
def kept(x):
    show(("called", x))
    return x


def ignoring():
    try:
        raise KeyError(1)
    finally:
        yield 1


for f in [lambda: (5).as_integer_ratio(), lambda: True.as_integer_ratio(), lambda: str("a", "utf-8"), lambda: str(b"a", None),
          lambda: b"".decode("nothing"), lambda: b"a".hex("é"), lambda: b"abcabc".count(b"a", 1), lambda: b"abc".count(None),
          lambda: b"abc".startswith((b"b", b"x"), 1), lambda: b"abc".endswith(b"b", 0, 2), lambda: b"abc".find(b"c", "x"),
          lambda: "abc".find(1, []), lambda: [1].index(1, None), lambda: [1][2 ** 70], lambda: "a"[2 ** 70], lambda: (1,)[-2 ** 70],
          lambda: "abc".replace("a", None), lambda: "abc".split("b", 2 ** 70), lambda: pow(1, 2, "x"), lambda: bytes(slice(1)),
          lambda: int.from_bytes(5, "big"), lambda: int.from_bytes([None], "big"), lambda: int(bytearray(b"x")), lambda: bytes("a", 5),
          lambda: range(3).index("a"), lambda: {1}.issuperset([0, []]), lambda: {1}.isdisjoint([1, []]), lambda: "a" & {"a": 1}.keys(),
          lambda: True ^ {}.keys(), lambda: format(5, "z"), lambda: format("a", "z"), lambda: [].__init__(1, 2), lambda: None(**None),
          lambda: [*object()], lambda: max(1, *3), lambda: slice(1) < slice(2), lambda: getattr(tuple, "__cl" + "ass__"),
          lambda: operator.attrgetter("__class__.__name__")(1), lambda: str.upper,
          lambda: int.__add__, lambda: type([].append).__name__, lambda: type((1).__eq__).__name__, lambda: kept(True) + kept(1),
          lambda: functools.lru_cache(maxsize=0)(len)([1]), lambda: json.loads("x"), lambda: base64.b64decode(None),
          lambda: collections.OrderedDict, lambda: "é".encode("ascii"), lambda: "aéλ".encode("ascii"), lambda: b"\xff".decode(),
          lambda: string.Template("$a").safe_substitute([]), lambda: str.maketrans(1, "a"), lambda: format("a", 5)]:
    tried(f)

try:
    class Wide(tuple):
        __slots__ = "x"
        x = 1
except TypeError as e:
    show(str(e))

g = ignoring()
next(g)
try:
    g.throw(ValueError(2))
except ValueError as e:
    show(e.__context__)
