# Builtin classes with classes of programs derived from them, filled again, walked back, and asked for what they
# are by the methods that say it.
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([repr(v) for v in values]).encode())


def attempt(f):
    try:
        emit(f())
    except Exception as e:
        emit(type(e).__name__, str(e))


class Tagged(bytearray):
    def __init__(self, *args, tag=None):
        super().__init__(*args)
        self.tag = tag


class Buffer(bytearray):
    pass


class Ignoring(bytearray):
    def __init__(self, size):
        self.size = size


class Counted(bytearray):
    def __new__(cls, *args):
        made = super().__new__(cls, *args)
        made.at_first = len(made)
        return made


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


class Bytes:
    def __init__(self, value):
        self.value = value

    def __bytes__(self):
        return self.value


class Several:
    def __bytes__(self):
        return b"B"

    def __index__(self):
        return 3

    def __iter__(self):
        return iter([1])


class TextOfBytes(str):
    def __bytes__(self):
        return b"own"


class NumberOfBytes(int):
    def __bytes__(self):
        return b"own"


attempt(lambda: [Tagged(b"abc"), Tagged("abc", "utf8"), Tagged(3), Tagged([1, 2]), Tagged(b"a", tag=5).tag])
attempt(lambda: [Buffer(b"q'"), Buffer(source=b"q"), str(Buffer(b"a")), f"{Buffer(b'a')}", "%r" % Buffer(b"a")])
attempt(lambda: [Ignoring(5), bytes(Ignoring(5)), Ignoring(5).size, Counted(b"abc"), Counted(b"abc").at_first])
attempt(lambda: [type(Buffer(b"abc").upper()), type(Buffer(b"a") + b"x"), type(Buffer(b"abc")[1:])])
attempt(lambda: [Buffer.fromhex("0102"), Tagged.fromhex("0102"), type(Buffer.fromhex("01"))])
attempt(lambda: [bytearray.__new__(bytearray, 5, 6, 7), Tagged.__new__(Tagged, "x")])
attempt(lambda: bytearray.__init__(bytearray(b"x"), b"yy", "utf8"))
attempt(lambda: bytearray.__init__(3))
attempt(lambda: Tagged("text"))
attempt(lambda: Tagged(b"a", b"b", b"c", b"d"))


def filled_again(made, *args, **names):
    def again():
        try:
            made.__init__(*args, **names)
        except Exception as e:
            return type(e).__name__, str(e), made
        return made
    attempt(again)


itself = bytearray(b"abc")
filled_again(bytearray(b"abc"), b"xy")
filled_again(bytearray(b"abc"))
filled_again(bytearray(b"abc"), "xy")
filled_again(bytearray(b"abc"), b"x", 5)
filled_again(bytearray(b"abc"), sauce=5)
filled_again(itself, itself)
filled_again(Buffer(b"abc"), 2)
filled_again({1, 2}, [3])
filled_again({1, 2})
filled_again({1, 2}, 5)
filled_again({1, 2}, [3, []])
filled_again({1, 2}, iterable=3)
filled_again({1, 2}, 3, 4)
filled_again([1, 2], [3])
filled_again([1, 2])
filled_again([1, 2], iterable=3)
filled_again({"a": 1}, b=2)
held = {1, 2}
filled_again(held, held)
held = {1, 2}
filled_again(held, (n for n in held))

attempt(lambda: [bytes(Bytes(b"q")), bytes(Several()), bytearray(Several()), bytes(TextOfBytes("x"))])
attempt(lambda: [bytes(NumberOfBytes(3)), bytearray(NumberOfBytes(3)), bytes(TextOfBytes("x"), "utf8")])
attempt(lambda: bytearray(Bytes(b"q")))
attempt(lambda: bytes(Index(2 ** 70)))
attempt(lambda: bytes(3, source=3))
attempt(lambda: bytes("a", "utf8", encoding="utf8"))
attempt(lambda: [b"%s" % Bytes(b"q"), b"%b|%5s" % (Bytes(b"q"), Bytes(b"r")), bytearray(b"%.1s") % Bytes(b"qr")])
attempt(lambda: b"%s" % Bytes("text"))
attempt(lambda: b"%s" % Index(3))


class Whole:
    def __init__(self, value):
        self.value = value

    def __trunc__(self):
        return self.value


class Rounding:
    def __round__(self, digits="none"):
        return digits


attempt(lambda: [int(Whole(6)), int(Whole(True)), int(Whole(Index(5)))])
attempt(lambda: int(Whole("a")))
attempt(lambda: int(Whole(Whole(1))))
attempt(lambda: [round(Rounding()), round(Rounding(), None), round(Rounding(), ndigits=None), round(Rounding(), 2)])
attempt(lambda: "a\tb".expandtabs(2 ** 31))
attempt(lambda: b"a\tb".expandtabs(-2 ** 31 - 1))


class SameText(str):
    def __eq__(self, other):
        return True

    __hash__ = str.__hash__


class SameList(list):
    def __eq__(self, other):
        return True


class Same:
    def __eq__(self, other):
        return True


attempt(lambda: [SameText("a") != "b", "b" != SameText("a"), SameText("a") != "a", SameText("a") == "b"])
attempt(lambda: [SameList([1]) != [2], [2] != SameList([1]), SameList([1]) != [1], Same() != 3, 3 != Same()])


# ── walked back ──
class Odd(list):
    def __getitem__(self, at):
        return "own"

    def __len__(self):
        return 7


class Refusing:
    __reversed__ = None

    def __len__(self):
        return 3

    def __getitem__(self, at):
        return at


class Own(dict):
    def __reversed__(self):
        return iter(["own"])


big = range(10 ** 30, 10 ** 30 + 9, 4)
attempt(lambda: [list([1, 2].__reversed__()), list(list.__reversed__([1, 2])), list(range(3).__reversed__())])
attempt(lambda: [list(big.__reversed__()), list(reversed(big)), next(reversed(range(10 ** 30)))])
attempt(lambda: [next(reversed(range(0, -10 ** 30, -3))), next(reversed(range(-10 ** 40, 10 ** 40, 7)))])
table = {1: 2, 3: 4}
attempt(lambda: [list(x.__reversed__()) for x in (table, table.keys(), table.values(), table.items())])
attempt(lambda: [list(reversed(x)) for x in (table, table.keys(), table.values(), table.items(), Own(table))])
attempt(lambda: [list.__reversed__, type({}.items()).__reversed__, dict.__reversed__])
attempt(lambda: [hasattr(x, "__reversed__") for x in ("", b"", (), [], {}, set(), {}.values(), range(1), 3)])
attempt(lambda: [list(reversed(Odd([1, 2, 3]))), list(Odd([1, 2, 3]).__reversed__())])
attempt(lambda: reversed(Refusing()))
attempt(lambda: reversed({1}))


def changed_while_walked(walk, change):
    d = {1: 2, 3: 4, 5: 6}
    it = walk(d)
    found = [next(it)]
    change(d)
    try:
        found.extend(it)
    except RuntimeError as e:
        found.append(str(e))
    return found


for walk in (reversed, lambda d: reversed(d.values()), lambda d: reversed(d.items())):
    attempt(lambda: changed_while_walked(walk, lambda d: d.update({1: 99})))
    attempt(lambda: changed_while_walked(walk, lambda d: d.update({9: 99})))
    attempt(lambda: changed_while_walked(walk, lambda d: d.pop(1)))
numbers = [1, 2, 3]
back = reversed(numbers)
numbers.append(4)
emit(next(back), numbers.clear(), list(back), list(back))


# ── sets whose class says itself what there is in them ──
class Shown(set):
    def __iter__(self):
        return iter([7, 8])


class Frozen(frozenset):
    def __iter__(self):
        return iter([7])


class Broken(set):
    def __iter__(self):
        raise KeyError("k")


attempt(lambda: [Shown([1]), Shown(), Frozen([1, 2]), {7}.isdisjoint(Shown([1])), {1}.isdisjoint(Shown([1]))])
attempt(lambda: repr(Broken([1])))
attempt(lambda: repr(Broken()))


# ── what is thrown into a generator ──
def catching():
    try:
        yield 1
    except Exception as e:
        yield type(e).__name__, e.args


def thrown(*args):
    walk = catching()
    next(walk)
    return walk.throw(*args)


class Pair(Exception):
    def __init__(self, first, second):
        self.pair = first, second


class Nothing(Exception):
    def __new__(cls, *args):
        return 5


for args in ((ValueError,), (ValueError, "x"), (ValueError, ("x", "y")), (ValueError, ()), (ValueError, None),
             (ValueError, ValueError("z")), (ValueError, KeyError("z")), (Exception, KeyError("z")),
             (ValueError, "x", None), (ValueError, "x", 3), (3,), (int,), (ValueError("q"), "x"), (Pair, (1, 2)),
             (Pair,), (Nothing,), (ValueError("q"), None, None), ()):
    attempt(lambda: thrown(*args))


class Taking:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, *args):
        return len(args), args[0] if isinstance(args[0], type) else type(args[0])


def handing():
    yield from Taking()


def handing_on():
    yield from handing()


for make in (handing, handing_on):
    walk = make()
    next(walk)
    emit(walk.throw(ValueError), walk.throw(ValueError("a")), walk.throw(ValueError, "a"), walk.throw(KeyError, 1, None))


# ── OSError: the number says the class ──
emit([type(OSError(n, "x")).__name__ for n in range(140)])
emit([type(e) for e in (OSError(True, "x"), FileNotFoundError(13, "x"), IOError(13, "x"), OSError("2", "x"), OSError(2))])
for args in ((), (2,), (2, "x"), (2, None), (None, "x"), (None, None), ("a", "b"), (2, "x", "f"), (2, "x", None),
             (2, "x", "f", None, "g"), (2, "x", "f", 3), (2, "x", None, None, "g"), (1, 2, 3, 4, 5, 6), (11, "x", 5)):
    for cls in (OSError, BlockingIOError):
        e = cls(*args)
        emit(e, str(e), e.args, e.errno, e.strerror, e.filename, e.filename2, getattr(e, "characters_written", "none"))
attempt(lambda: OSError(2, "x", foo=1))
attempt(lambda: BlockingIOError(11, "x", 2 ** 70))
attempt(lambda: BlockingIOError(11, "x").characters_written)


class Plain(OSError):
    pass


class Filled(OSError):
    def __init__(self, text):
        before = self.args, self.errno, str(self)
        super().__init__(5, text, "file")
        self.before = before


class Made(OSError):
    def __new__(cls, *args):
        return super().__new__(cls, 1, *args)


class Both(OSError):
    def __new__(cls, *args):
        return super().__new__(cls, 1, *args)

    def __init__(self, *args):
        super().__init__(9, "other")


for e in (Plain(2, "x"), Filled("t"), Made("y"), Both("z")):
    emit(e, str(e), e.args, e.errno, e.filename, e.__dict__)
e = OSError(2, "x")
e.__init__(3, "y")
emit(e, str(e))
e.errno, e.strerror, e.filename, e.args = 5, "changed", "ff", (9, 9)
emit(e, str(e), e.filename2)
e.filename = None
emit(str(e))
del e.filename
emit(str(e), e.filename)
del e.errno
emit(str(e), e.errno)
try:
    raise OSError(2, "No such file", "f.txt")
except FileNotFoundError as e:
    emit(e.errno, e.filename, str(e), repr(e))


# ── what is shown as text, and what has names ──
class ShownBytes(bytes):
    def __repr__(self):
        return "own"


class ShownBuffer(bytearray):
    def __repr__(self):
        return "own " + super().__str__()


class SaidBytes(bytes):
    def __str__(self):
        return "said"


for b in (ShownBytes(b"a"), ShownBuffer(b"a"), SaidBytes(b"a")):
    emit(b, str(b), f"{b}", "%s" % b, "{}".format(b), [b], b.__str__(), type(b).__mro__[1].__str__(b))
attempt(lambda: ["a".__rmod__("%s"), b"a".__rmod__(b"%s"), "a".__rmod__(3), bytearray(b"a").__rmod__(b"%s")])
attempt(lambda: sum([bytearray(b"a")], bytearray()))
attempt(lambda: sum([b"a"], b""))
attempt(lambda: sum(iterable=[1]))
attempt(lambda: sum())
attempt(lambda: sum([1], iterable=2))
attempt(lambda: sum([1], start=2))
attempt(lambda: b"a".translate(table=None))
attempt(lambda: b"a".translate())
attempt(lambda: [b"ab".translate(None, delete=b"a"), b"ab".translate(None, b"b")])
attempt(lambda: type("a\0", (), {}))


def renamed():
    ShownBytes.__name__ = "a\0b"


attempt(renamed)
