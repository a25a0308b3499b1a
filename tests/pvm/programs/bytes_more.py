"""Methods of bytes and bytearray: case, classes, splitting, filling; bytearray's insert, remove, reverse."""
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


def tried(function):
    try:
        out(function())
    except Exception as e:
        out(type(e).__name__ + ": " + str(e))


SAMPLES = (b"", b"abc", b"ABC", b"aBc dEf", b"a1", b"12", b" \t\n", b"Hello World", b"x\xff", b"They're 2nd", b"\x1c", b"-12", b"+", b"a\rb\r\nc\n")
for kind in (bytes, bytearray):
    for sample in SAMPLES:
        b = kind(sample)
        out([b.upper(), b.lower(), b.swapcase(), b.title(), b.capitalize()])
        out([b.isalpha(), b.isdigit(), b.isalnum(), b.isspace(), b.isascii(), b.isupper(), b.islower(), b.istitle()])
        out([b.split(), b.rsplit(), b.splitlines(), b.splitlines(True), b.split(None, 1), b.rsplit(None, 1)])
        out([b.partition(b"b"), b.rpartition(b"b"), b.removesuffix(b"c"), b.removeprefix(b"a")])
        out([b.center(6), b.center(7, b"*"), b.zfill(6), b.zfill(1), b.ljust(5), b.rjust(5, b".")])
    out(kind(b"a,b,,c").rsplit(b","))
    out(kind(b"a,b,,c").rsplit(b",", 1))
    out(kind(b"a,b,,c").split(b",", 2))
    out(kind(b"aaa").rsplit(b"aa"))
    out(kind(b"aaa").split(b"aa"))
    out(kind(b" a  b  c ").split(None, 1))
    out(kind(b" a  b  c ").rsplit(None, 1))
    out(kind(b"abc").partition(bytearray(b"b")))
    tried(lambda: kind(b"a").partition("a"))
    tried(lambda: kind(b"a").partition(b""))
    tried(lambda: kind(b"a").rsplit(b""))
    tried(lambda: kind(b"a").rsplit("a"))
    tried(lambda: kind(b"a").center(5, "x"))
    tried(lambda: kind(b"a").center("x"))
    tried(lambda: kind(b"a").removesuffix("x"))
    tried(lambda: kind(b"a").count(300))
    tried(lambda: kind(b"a").zfill("x"))

for kind in (bytes, bytearray):
    table = kind.maketrans(b"ab", b"xy")
    out(table[95:101])
    b = kind(b"abc")
    out([b.translate(table), b.translate(table, b"c"), b.translate(None, delete=b"b"), b.translate(None), b.translate(bytearray(table))])
    tabs = kind(b"a\tb\n\tc\td\r\te")
    out([tabs.expandtabs(), tabs.expandtabs(3), tabs.expandtabs(0), tabs.expandtabs(-1), tabs.expandtabs(tabsize=1)])
    tried(lambda: b.translate(5))
    tried(lambda: b.translate(b"x"))
    tried(lambda: b.translate(None, 5))
    tried(lambda: kind.maketrans(b"a", b"bc"))
    tried(lambda: kind.maketrans(b"a", 5))
    tried(lambda: b.expandtabs("x"))

a = bytearray(b"bcd")
a.insert(0, 97)
a.insert(100, 101)
a.insert(-1, 45)
a.insert(-100, 33)
out(a)
a.remove(45)
out(a)
tried(lambda: a.remove(5))
tried(lambda: a.remove(500))
tried(lambda: a.remove("a"))
tried(lambda: a.insert(0, 256))
tried(lambda: a.insert("a", 25))
a.reverse()
out(a)
empty = bytearray()
empty.reverse()
empty.insert(5, 1)
out(empty)
for _ in range(40):
    empty.insert(1, 7)
out(empty)
