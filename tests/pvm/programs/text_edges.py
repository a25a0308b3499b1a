"""Format specs, blanks beyond ASCII, splitting from the end, UTF-8 errors, errors of json, and the library's edges."""
import itertools
import json
from collections import OrderedDict, defaultdict

import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


def tried(function):
    try:
        out(function())
    except Exception as e:
        out(type(e).__name__ + ": " + str(e))


for value, spec in ((65, "-c"), (65, " c"), (65, "+5c"), ("a", "-"), ("a", " "), ("a", "+5"), (65, "#c"), (65, ",c"), (65, ".3c"),
                    (65, "05c"), (65, "5c"), (65, "<5c"), ("ab", "05"), ("ab", "=5"), ("ab", "=05"), ("ab", ">05"), ("ab", "^06"),
                    (5, "<012"), (5, ">012"), (5, "^#012x"), (5, "=#012x"), ("ab", ","), ("ab", "_s"), (65, "5,_"), (65, "5,,"),
                    (65, "_,"), (65, "__"), (True, "c"), (5, "\u00e9>09d"), (5, "+<05d"), (-5, "05,d"), (5, "<05,d"), (5, "=05,d"),
                    (5, ">07,d"), (-1234567, "^+020,d"), ("a", ".d"), ("a", "5q"), ("a", "0=5"), (-255, "#010x"), (255, "x=#012_b")):
    tried(lambda: format(value, spec))

for text in ("a\xa0b", " \u3000x\u2003y\u2028", "\x1cx\x85", "\u00e9", "x\u200by"):
    out(text.split())
    out(text.rsplit(None, 1))
    out(text.split(None, 1))
    out(text.strip())
    out(text.lstrip())
    out(text.rstrip())
    out(text.splitlines())
    out(text.splitlines(True))
    out(text.isspace())
    out(text.isprintable())
out("\u3000\xa0 ".isspace())
out("aaa".rsplit("aa"))
out("a,b,,c".rsplit(","))
out("a,b,,c".rsplit(",", 1))
out(["a1".isdigit(), "1\u00e9x".isdigit(), "\u00e9 ".isalpha(), "\u00e9-".isalnum(), "\u00e9a".isupper(), "A\u00e9".islower()])
out(["12".isdecimal(), "12".isnumeric(), "aB1".isalnum(), "Ab".swapcase(), "a b".title(), "sTraSSe".casefold()])

for data in (b"a\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xc3", b"\xe2\x82", b"\xe2\x82x", b"\xf0\x9f\x98",
             b"\xf0\x9f\x98x", b"\x80", b"\xff", b"\xc0\x80", b"ok\xc3(", b"\xe2(", b"\xe0\x9f", b"\xed\xa0", b"\xf4\x90"):
    tried(lambda: data.decode())

for text in ("[1", "[1,", "[", "{", "{\"a\"}", "{\"a\":", "{\"a\": 1", "{\"a\": 1,", "{\"a\": 1,}", "[1,]", "\"abc", "\"a\nb\"", "\"\\x\"", "\"\\u12\"",
             "\"\\u12g4\"", "-", "01", "[01]", "1 2", "", "  ", "[\n1,\n}", "nul", "[nul]", "tru", "{1: 2}", "{'a': 1}", "[1 2]", "\u00e9", "[\"\u00e9\", x]",
             "\"\\", "[1,\n 2,\n x]", "{\"a\": 1 \"b\"}", "]", "[}", "{]", "\ufeff1", "[1.]" if False else "[--1]", "+1", "\"\\ud800\\u12\""):
    tried(lambda: json.loads(text))
try:
    json.loads("[1,\n 2,\n x]")
except json.JSONDecodeError as e:
    out((e.msg, e.pos, e.lineno, e.colno, e.doc, isinstance(e, ValueError)))
out(json.dumps("\u2028\x1f\x7f\u00e9", ensure_ascii=False))
out(json.dumps("\u2028\x1f\x7f\u00e9"))

d = OrderedDict(a=1) | {"b": 2}
out((type(d).__name__, d))
d = {"b": 2} | OrderedDict(a=1)
out((type(d).__name__, d))
d = defaultdict(list, a=[1]) | {"b": 2}
out((type(d).__name__, d["b"], d["c"]))
d = OrderedDict(a=1)
d |= {"b": 2}
out(d)
tried(lambda: itertools.combinations([1], -1))
tried(lambda: itertools.permutations([1], -1))
tried(lambda: itertools.combinations_with_replacement([1], -1))
for stop in ((-1,), (-2,), (0, -1), (0, -2), (-1, 3), (0, 5, 0), (0, 5, -1)):
    tried(lambda: itertools.islice([1], *stop))
out(list(itertools.islice(range(10), 1, None, 3)))
out(list(itertools.islice(range(10), None, 4)))
out(list(itertools.permutations([1, 2, 3], 2)))
out(list(itertools.combinations("abcd", 2)))
out(list(itertools.combinations_with_replacement("ab", 2)))


class Empty:
    pass


tried(lambda: 1 in Empty())
tried(lambda: 1 in 5)
tried(lambda: "%(a)s" % 5)
tried(lambda: str(1, 2))
tried(lambda: str(b"a", 5))
tried(lambda: bytes(1, 2))
for part in (slice(1, 8, 3), slice(None, 2**63, -7), slice(8, None, -3), slice(0, 0), slice(5, 2), slice(-3, None), slice(2, 100), slice(-100, 3, 2)):
    out((range(10)[part], range(20, 0, -2)[part], part.indices(10)))
groups = itertools.groupby("aabbbc")
out([(k, list(g)) for k, g in groups])
out([list(g) for _, g in list(itertools.groupby("aab"))])
asked = []
for k, g in itertools.groupby([1, 3, 2, 5, 7], key=lambda n: asked.append(n) or n % 2):
    out((k, next(g)))
out(asked)
out(list(itertools.groupby([])))
tried(lambda: "a".splitlines("b"))
tried(lambda: b"a".splitlines("b"))
out("a\nb".splitlines(2))
tried(lambda: [2, 1].sort(None, True))
tried(lambda: int.from_bytes(b"\xff", "big", True))
tried(lambda: (5).to_bytes(1, "big", True))
tried(lambda: iter(5, 5))
tried(lambda: itertools.repeat(1, None))
out(list(itertools.repeat(1, 3)) + list(itertools.islice(itertools.repeat(2), 2)))
out(list(itertools.zip_longest([1, 2], [3], fillvalue=0)))
tried(lambda: itertools.islice([1], "a"))
tried(lambda: "%3%" % (1,))
tried(lambda: "a" % b"b")
tried(lambda: "100%% %d" % 5)
tried(lambda: b"abcabc".rindex(b"c"))
tried(lambda: b"abcabc".rindex(b"x"))
tried(lambda: sorted([2, 1], reverse=None))
tried(lambda: [2, 1].sort(reverse="x"))
tried(lambda: sorted([2, 1, 3], reverse=2))
tried(lambda: b"12" % b"")
tried(lambda: "12" % bytearray())
