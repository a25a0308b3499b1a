# base64's other encodings, string.Template and Formatter, functools that need attributes of functions.
import base64
import functools
import pvm_host
import string


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


def encodings():
    for n in range(0, 24):
        data = bytes([(i * 37 + n * 11) % 256 for i in range(n)])
        emit(base64.b16encode(data), base64.b32encode(data), base64.b16decode(base64.b16encode(data)) == data, base64.b32decode(base64.b32encode(data)) == data)
    emit(base64.b16decode("0aFf", True), base64.b32decode("nbuq====", casefold=True), base64.b32decode("M1023456", map01="L"), base64.b32decode(b"MLO23456", map01=b"I"))
    for bad in ("0", "0g", "0a", "zz"):
        tried(base64.b16decode, bad)
    for bad in ("A", "AAAAAAA", "A=======", "AA======", "AAA=====", "AAAA====", "AAAAA===", "AAAAAA==", "AAAAAAA=", "AAAAAAAA", "========", "AAAA1AAA", "aaaaaaaa", "AAAAAAAA========", "AA==AAAA"):
        tried(base64.b32decode, bad)
    tried(base64.b16decode, "\u00e9")
    tried(base64.b32decode, 5)


def templates():
    t = string.Template("$a ${b}x $$ $a_1 $c.d ${e}")
    emit(t.template, t.get_identifiers(), t.is_valid(), t.safe_substitute(a=1, b=2), t.safe_substitute({"a": 5}, c=6), t.substitute(a=1, b=2, a_1=3, c=4, e=5))
    tried(t.substitute, a=1)
    for bad in ("$", "a $", "$1", "${a", "${1}", "line\nx $ y", "$-", "a\n\nb$"):
        tried(string.Template(bad).substitute, a=1)
        emit(string.Template(bad).safe_substitute(a=1), string.Template(bad).is_valid())


class Loud(string.Formatter):
    def get_value(self, key, args, kwargs):
        return kwargs.get(key, "<" + key + ">") if isinstance(key, str) else args[key]

    def format_field(self, value, spec):
        return super().format_field(value, spec).upper() if spec != "raw" else str(value)

    def convert_field(self, value, conversion):
        return str(value)[::-1] if conversion == "b" else super().convert_field(value, conversion)

    def check_unused_args(self, used, args, kwargs):
        emit(sorted(map(str, used)), len(args), sorted(kwargs))


def formatters():
    f = string.Formatter()
    emit(f.format("{} {x} {{}} {0[1]}" if False else "{} {x} {{}}", 1, x=2), f.format("{0} {1!r} {0:>5}", "a", "b"), f.format("{a.real} {b[0]} {b[1][k]}", a=5, b=[1, {"k": 2}]))
    emit(f.format("{:{}}", "a", 5), f.format("{0:{w}}", 7, w=4), f.vformat("{} {}", (1, 2), {}), list(f.parse("a{b!r:>5}c{}{{")), list(f.parse("")), f.format("{!s} {!a}", 1, "\u00e9"))
    emit(Loud().format("{} {name!b} {other:raw} {1}" if False else "{} {name!b} {other:raw}", "a", name="bcd"))
    for bad in ("{", "}", "{}{0}", "{0}{}", "{x}", "{}", "{0!q}", "{0[a}"):
        tried(f.format, bad)
        tried(f.format, bad, 1)


class Box:
    def __init__(self, v):
        self.v = v

    def power(self, base, exponent=1, *, add=0):
        return self.v + base ** exponent + add

    square = functools.partialmethod(power, exponent=2)
    two = functools.partialmethod(power, 2)
    more = functools.partialmethod(two, 3, add=100)

    @classmethod
    def make(cls, a, b):
        return (cls.__name__, a, b)

    made = functools.partialmethod(make, 5)

    @functools.singledispatch
    def nothing(v):
        return "thing"


@functools.singledispatch
def describe(v, *rest):
    """Describes."""
    return "thing", rest


@describe.register(int)
def _(v, *rest):
    return "int", rest


@describe.register(list)
@describe.register(tuple)
def _(v, *rest):
    return "items", len(v)


describe.register(str, lambda v: "text")


class Sub(int):
    pass


@functools.lru_cache(maxsize=2)
def bounded(n, k=0):
    return [n, k]


@functools.cache
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)


@functools.lru_cache(typed=True)
def typed(n):
    return type(n).__name__


def functions():
    b = Box(10)
    emit(b.square(3), b.two(5), b.more(), b.made(6), Box.made(7), Box.square(b, 4), Box.two(b))
    emit(describe(1), describe(True), describe(Sub(3), 5), describe([1, 2]), describe(()), describe("a"), describe({}), describe(None), describe.__name__, describe.__doc__)
    emit(describe.dispatch(bool)(1), describe.dispatch(dict) is describe.__wrapped__, sorted([c.__name__ for c in describe.registry]))
    tried(describe)
    a = bounded(1)
    emit(bounded(1) is a, bounded(2), bounded(3), bounded(1) is a, bounded.cache_info(), bounded.cache_info().hits, tuple(bounded.cache_info()), bounded.cache_parameters())
    bounded.cache_clear()
    emit(bounded.cache_info(), cached(30), cached.cache_info(), cached.__wrapped__(1), cached.__name__, cached.cache_parameters(), typed(1), typed(True), typed(1), typed.cache_info())


encodings()
templates()
formatters()
functions()
