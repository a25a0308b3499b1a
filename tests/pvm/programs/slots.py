"""__slots__ names all attributes that instances have; sort of a list that its key changes; docs of properties."""
import pvm_host


def out(value):
    pvm_host.emit_event("out", (value if isinstance(value, str) else repr(value)).encode())


def tried(function):
    try:
        out(function())
    except Exception as e:
        out(type(e).__name__ + ": " + str(e))


class Point:
    __slots__ = ("x", "y")
    kind = "point"

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def move(self):
        self.x += 1
        return self.x


class Named(Point):
    __slots__ = "name"


class Open(Point):
    pass


class Private:
    __slots__ = ["__secret", "_plain"]

    def __init__(self):
        self.__secret = 7
        self._plain = 8

    def both(self):
        return self.__secret, self._plain


class WithDict:
    __slots__ = ("a", "__dict__")


class Numbers(list):
    __slots__ = ()


p = Point(1, 2)
out((p.x, p.y, p.move(), p.kind))
tried(lambda: setattr(p, "z", 3))
tried(lambda: setattr(p, "kind", 3))
tried(lambda: object.__setattr__(p, "w", 3))
del p.x
tried(lambda: p.x)
tried(lambda: delattr(p, "x"))
tried(lambda: delattr(p, "q"))
p.x = 5
out(p.x)
n = Named(1, 2)
n.name = "n"
out((n.x, n.name, hasattr(n, "other")))
tried(lambda: setattr(n, "other", 1))
o = Open(1, 2)
o.other = 1
out(o.other)
out(Private().both())
tried(lambda: setattr(Private(), "more", 1))
w = WithDict()
w.b = 4
out(w.b)
tried(lambda: setattr(Numbers([1]), "b", 1))
out(Numbers([1]) + [2])


def clash():
    class Clash:
        __slots__ = ("x",)
        x = 1


def no_text():
    class NoText:
        __slots__ = (1,)


def no_name():
    class NoName:
        __slots__ = ("a b",)


def two():
    class Left:
        __slots__ = ("l",)

    class Right:
        __slots__ = ("r",)

    class Both(Left, Right):
        pass


def two_of_one():
    class Left(Point):
        __slots__ = ()

    class Right(Point):
        __slots__ = ("r",)

    class Both(Left, Right):
        __slots__ = ()

    b = Both(1, 2)
    b.r = 3
    try:
        b.s = 4
    except AttributeError as e:
        return (b.x, b.r, str(e))


tried(clash)
tried(no_text)
tried(no_name)
tried(two)
tried(two_of_one)

data = [3, 1, 2]


def touching(item):
    data.append(item)
    return item


tried(lambda: data.sort(key=touching))
out(data)


def looking(item):
    return (len(data), item)


data.sort(key=looking, reverse=True)
out(data)


def failing(item):
    raise KeyError(item)


tried(lambda: data.sort(key=failing))
out(data)


class Account:
    @property
    def balance(self):
        "What is there."
        return 1

    @balance.setter
    def balance(self, value):
        "not this"

    plain = property(lambda self: 2)
    told = property(lambda self: 3, doc="told")


out(Account.balance.__doc__)
out(Account.plain.__doc__)
out(Account.told.__doc__)
out(Account().balance)


class BadRepr:
    def __repr__(self):
        return 5


tried(lambda: str(BadRepr()))
tried(lambda: repr(BadRepr()))
tried(lambda: type(1, 2))
tried(lambda: sorted([1], 5))
tried(lambda: sorted())
tried(lambda: sorted([1], foo=1))
out(sorted([2, 3, 1], reverse=True, key=lambda x: -x))
tried(lambda: chr(10**10))
tried(lambda: chr(-(10**10)))
tried(lambda: chr(0x110000))
for text in ("\u2028", "\xad", "\x85\xa0", "\u200b\u3000", "\ufeff", "\ue000", "\ufffe", "\u0378", "\u00e9\u4e2d\U0001f600"):
    out(repr(text))
    out(ascii(text))

b = bytearray(b"abcdef")
b[1:3] = b"XYZ"
out(b)
b[:0] = [1, 2]
out(b)
b[::3] = b"---"
out(b)
del b[::2]
out(b)
del b[-1:0:-2]
out(b)
del b[5:2]
b[len(b):] = bytearray(b"end")
out(b)
b[1:] = b
out(b)
for wrong in (5, "x", [300], None, [1, "q"]):
    def assign():
        b[0:1] = wrong
    tried(assign)


def extended():
    b[::2] = b"1"


def deletion(v, k):
    del v[k]


tried(extended)
tried(lambda: deletion((1,), 0))
tried(lambda: deletion(5, 0))
tried(lambda: deletion("a", 0))
tried(lambda: deletion("a", "b"))
