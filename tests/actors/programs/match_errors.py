"""match: what fails while a pattern is tried, with CPython's messages; attributes and keys of the program's own making."""
import pvm_host


def out(*values):
    for value in values:
        pvm_host.emit_event("out", repr(value).encode())


def tried(thunk):
    try:
        out(thunk())
    except Exception as e:
        pvm_host.emit_event("out", f"{type(e).__name__}: {e}".encode())


class Plain:
    a = 1


class NotTuple:
    __match_args__ = ["a"]


class NotStrings:
    __match_args__ = ("a", 1)
    a = 0


class Twice:
    __match_args__ = ("a", "a")
    a = 0


class One:
    __match_args__ = ("a",)
    a = 5


class Raises:
    __match_args__ = ("a", "b")

    @property
    def a(self):
        raise KeyError("a")

    @property
    def b(self):
        raise AttributeError("b")


class Hooked:
    def __getattr__(self, name):
        if name == "gone":
            raise AttributeError(name)
        return "hooked " + name


class Child(int if False else Plain):
    __match_args__ = ()


class OddEq:
    def __eq__(self, other):
        raise ZeroDivisionError("eq")


class Truth:
    def __eq__(self, other):
        return self

    def __bool__(self):
        raise LookupError("bool")


class Keys:
    one = 1
    two = True
    bad = []


class LenList(list):
    def __len__(self):
        return 2


class BadLen(list):
    def __len__(self):
        raise OSError("len")


class NoGet(dict):
    get = None


class Lies(dict):
    def __len__(self):
        return 5


def class_patterns(v, which):
    match which:
        case 0:
            match v:
                case Plain(1):
                    return "never"
        case 1:
            match v:
                case NotTuple(1):
                    return "never"
        case 2:
            match v:
                case NotStrings(0, 1):
                    return "never"
        case 3:
            match v:
                case Twice(0, 0):
                    return "never"
        case 4:
            match v:
                case One(5, a=5):
                    return "never"
        case 5:
            match v:
                case One(x, y):
                    return "never"
        case 6:
            match v:
                case Raises(b=x):
                    return "never"
                case Raises(_, 1):
                    return "never"
        case 7:
            match v:
                case Hooked(gone=x):
                    return "never"
                case Hooked(here=x, there=y):
                    return x, y
        case 8:
            match v:
                case Child(1):
                    return "never"
        case 9:
            match v:
                case int(1, 2):
                    return "never"
        case 10:
            match v:
                case object(1):
                    return "never"
        case 11:
            NoClass = 5
            match v:
                case NoClass():
                    return "never"
        case 12:
            match v:
                case Undefined():
                    return "never"
        case 13:
            match v:
                case Plain.missing:
                    return "never"
        case 14:
            match v:
                case int(real=1, real_part=2):
                    return "never"
                case str(upper=f):
                    return f()
    return "no match"


def keys(v):
    match v:
        case {Keys.one: a, Keys.two: b}:
            return a, b
    return "no match"


def bad_key(v):
    match v:
        case {Keys.bad: a}:
            return a
    return "no match"


def go(payload):
    for v, which in [(Plain(), 0), (NotTuple(), 1), (NotStrings(), 2), (Twice(), 3), (One(), 4), (One(), 5), (Raises(), 6),
                     (Hooked(), 7), (Child(), 8), (1, 9), (1, 10), (1, 11), (1, 12), (1, 13), ("a", 14), ([], 0), (None, 9)]:
        tried(lambda: class_patterns(v, which))
    tried(lambda: keys({1: 2}))
    tried(lambda: keys({1: 2, 3: 4}))
    tried(lambda: bad_key({1: 2}))
    tried(lambda: bad_key([]))

    def equal(v):
        match v:
            case 1:
                return "one"
        return "not"
    tried(lambda: equal(OddEq()))
    tried(lambda: equal(Truth()))

    def pair(v):
        match v:
            case [a, b]:
                return a, b
            case [a, *b]:
                return a, b
        return "not"
    tried(lambda: pair(LenList([1, 2, 3])))
    tried(lambda: pair(LenList([1])))
    tried(lambda: pair(BadLen([1])))

    def key(v):
        match v:
            case {"k": k, **rest}:
                return k, rest
            case {1: _, 2: _}:
                return "two"
        return "not"
    tried(lambda: key(NoGet(k=1)))
    tried(lambda: key(Lies(k=1)))
    tried(lambda: key(Lies()))
    tried(lambda: key({"k": 1, "l": 2}))
