# What classes, functions and objects say of themselves, and the hooks that run when a class is made.
import pvm_host


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e), repr(e.__cause__))


class A:
    """Says A."""
    x = 1

    def __init__(self):
        self.a = 1
        self.b = [2]

    def m(self, p, q=2, *, r=3):
        """Says m."""


class B(A):
    pass


class C:
    pass


class E(B, C):
    y: int = 5


class Slotted:
    __slots__ = ("p",)


class Bad(Exception):
    pass


def objects():
    a = A()
    emit(a.__dict__, a.__dict__ is a.__dict__, list(a.__dict__), "a" in a.__dict__)
    a.__dict__["c"] = 3
    emit(a.c, a.__dict__)
    a.__dict__ = {"d": 4}
    emit(a.d, hasattr(a, "c"), a.__dict__)
    a.__dict__.update(e=5, f=6)
    del a.__dict__["d"]
    emit(sorted(a.__dict__.items()), hasattr(a, "d"))
    tried(setattr, a, "__dict__", 5)
    tried(delattr, Slotted(), "__dict__")
    tried(lambda: Slotted().__dict__)
    tried(lambda: (5).__dict__)
    tried(lambda: [].__dict__)
    tried(lambda: object().__dict__)
    emit(C().__dict__, Bad(1).__dict__, ValueError().__dict__)
    e = Bad(1, 2)
    e.more = 3
    emit(e.__dict__, e.__class__, a.__class__, a.__module__, a.__doc__)
    emit(A.__dict__["x"], "x" in A.__dict__, A.__dict__.get("nothing", 7), "m" in A.__dict__.keys(), type(A.__dict__).__name__)
    emit("x" in B.__dict__, {k for k in E.__dict__ if k[0] != "_"}, A.__dict__["m"] is A.m, len(A.__dict__) > 2)
    tried(lambda: A.__dict__.__setitem__("x", 1))
    A.late = 8
    emit(A.__dict__["late"], B.late, "__add__" in int.__dict__, int.__dict__["__add__"](2, 3))


def classes():
    for k in (A, B, C, E, int, bool, object, type, Bad, KeyError):
        emit(k.__name__, k.__qualname__, k.__module__, [c.__name__ for c in k.__mro__], [c.__name__ for c in k.__bases__],
             k.__base__ and k.__base__.__name__, k is type or k.mro() == list(k.__mro__), type(k).__name__)
    emit(A.__doc__, B.__doc__, A().__doc__, E.mro() is E.mro(), type(E.__mro__).__name__, type.mro(B)[1] is A)
    class Inner:
        def deep(self):
            pass
    emit(Inner.__qualname__, Inner.deep.__qualname__, Inner().deep.__name__, Inner().deep.__qualname__)
    A.__name__ = "AA"
    emit(A.__name__, A().__class__.__name__, repr(A))
    A.__name__ = "A"
    tried(lambda: A.__nothing__)
    emit(isinstance(A.__init__, type(A.m)), A.__eq__ is object.__eq__, object.__eq__(1, 2), object.__ne__(A, A))
    emit(object.__lt__(1, 2), object.__repr__ is A.__repr__, object.__hash__(A) == hash(A))


def functions():
    f = A.m
    emit(f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__dict__, f.__module__, f.__class__.__name__)
    g = lambda a, b=1: (a, b)
    g.__defaults__ = (5, 6)
    emit(g(), g(1), g.__defaults__)
    g.__defaults__ = None
    tried(g, 1)
    tried(setattr, g, "__defaults__", 5)
    def h(*, k=1):
        return k
    h.__kwdefaults__ = {"k": 9}
    emit(h(), h.__kwdefaults__)
    h.__kwdefaults__["k"] = 10
    emit(h())
    h.__name__ = "renamed"
    h.__doc__ = "told"
    h.tag = 4
    emit(h.__name__, h.__doc__, h.__dict__, h.__qualname__)
    h.__dict__["more"] = 5
    emit(h.more, (lambda: 0).__name__, (lambda: 0).__defaults__, (lambda: 0).__kwdefaults__)
    tried(setattr, h, "__name__", 5)
    bound = A().m
    emit(bound.__func__ is A.m, type(bound.__self__).__name__, bound.__name__, bound.__doc__, bound.__defaults__)
    emit(len.__name__, [].append.__name__, list.append.__qualname__, str.upper.__name__, [].append.__self__, int.__add__.__name__)


def slots():
    emit((5).__add__(3), int.__mul__(4, 5), int.__radd__(1, 2), (7).__divmod__(2), (2).__pow__(5), (2).__pow__(5, 7), (-3).__abs__())
    emit((5).__add__("x"), (5).__eq__(5), (5).__eq__("x"), (5).__lt__(6), (5).__bool__(), (0).__bool__(), (5).__neg__(), (5).__index__())
    emit("a".__add__("b"), "ab".__mul__(2), "%s".__mod__(5), "abc".__len__(), "abc".__contains__("b"), "abc".__getitem__(1), "a".__eq__("a"), "a".__lt__("b"))
    emit([1].__add__([2]), [1].__eq__([1]), [1].__len__(), list([1].__iter__()), [1].__repr__(), [1, 2].__mul__(2), (1,).__add__((2,)), (1,).__hash__() == hash((1,)))
    emit({1: 2}.__eq__({1: 2}), {1: 2}.__len__(), {1}.__or__({2}), {1}.__and__({2}), {1}.__or__([2]), {1}.__le__({1, 2}), {1: 2}.__or__({3: 4}), b"a".__add__(b"b"))
    emit("a".__str__(), "a".__format__(">3"), (5).__format__("03d"), (5).__repr__(), (5).__str__(), "x".__repr__(), [].__str__(), None.__repr__(), None.__bool__())
    emit(hasattr([], "__iter__"), hasattr(5, "__iter__"), hasattr("", "__len__"), hasattr(5, "__len__"), hasattr({}, "__getitem__"))
    emit([].__hash__, {}.__hash__, set().__hash__, A.__hash__ is object.__hash__)
    tried(lambda: int.__add__("x", 1))
    tried(lambda: str.__len__(5))
    tried(lambda: [1].__add__(5))
    tried(lambda: "a".__add__(5))
    tried(lambda: (5).__add__())
    tried(lambda: [1].__getitem__(5))
    x = [1]
    emit(x.__iadd__([2]) is x, x, x.__imul__(2) is x, x, x.__setitem__(0, 9), x, x.__delitem__(0), x)


class Noted:
    def __set_name__(self, owner, name):
        emit("set_name", owner.__name__, name)
        self.name = name

    def __get__(self, obj, cls=None):
        return (self.name, obj is None, cls.__name__)


class Failing:
    def __set_name__(self, owner, name):
        raise ValueError("no")


class Base:
    seen = []

    def __init_subclass__(cls, /, flag=None, **kw):
        super().__init_subclass__(**kw)
        cls.seen.append((cls.__name__, flag, hasattr(cls, "first")))

    def __class_getitem__(cls, item):
        return (cls.__name__, item)


def hooks():
    class One(Base, flag=1):
        first = Noted()
    class Two(One):
        pass
    emit(Base.seen, One.first, One().first, Two[int, "x"], Base[5])
    tried(lambda: type("Three", (Base,), {"n": Noted()}, flag=7).n)
    emit(Base.seen[-1])
    tried(lambda: type("F", (), {"f": Failing()}))
    tried(lambda: type("G", (Base,), {}, other=1))
    tried(lambda: type("H", (), {}, other=1))
    Made = type("Made", (A,), {"z": 5, "get": lambda self: self.z, "__doc__": "made"})
    emit(Made().get(), Made.__name__, Made.__mro__[1] is A, Made.__doc__, Made.__bases__, Made().a, repr(Made), Made.__qualname__)
    emit(type(5), type("x") is str, type(Made) is type, type(type), isinstance(Made, type), type("Q", (), {}).__base__)
    for bad in ((5, (), {}), ("a", [], {}), ("a", (), []), ("a", (5,), {}), ("a", (A, A), {}), ("a", (A, B), {}), ("a", ())):
        tried(type, *bad)
    space = {"v": 1}
    K = type("K", (), space)
    space["v"] = 2
    emit(K.v, space)


class Meta(type):
    def __new__(mcs, name, bases, ns, **kw):
        ns = {**ns, "made_by": mcs.__name__, "given": kw}
        return super().__new__(mcs, name, bases, ns)

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.count = 0

    def __call__(cls, *args):
        cls.count += 1
        made = super().__call__(*args)
        made.number = cls.count
        return made

    def __iter__(cls):
        return iter([cls.__name__, 1])

    def __len__(cls):
        return 7

    def __getitem__(cls, k):
        return ("item", k)

    def __contains__(cls, k):
        return k == 5

    def __repr__(cls):
        return "<meta " + cls.__name__ + ">"

    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return "missing " + name

    def __add__(cls, other):
        return ("add", other)

    @property
    def size(cls):
        return cls.count * 10

    def tell(cls):
        return "tell " + cls.__name__

    def __setattr__(cls, name, value):
        if name == "fixed":
            raise AttributeError("fixed")
        super().__setattr__(name, value)

    def __instancecheck__(cls, x):
        return x == 3 or super().__instancecheck__(x)

    def __subclasscheck__(cls, x):
        return x is int or super().__subclasscheck__(x)


class Thing(metaclass=Meta, opt=5):
    def __init__(self, v=0):
        self.v = v


class Child(Thing):
    pass


class Logged(dict):
    def __setitem__(self, k, v):
        if k[0] != "_":
            emit("store", k)
        super().__setitem__(k, v)


class Prepared(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        d = Logged()
        d["given"] = 5
        return d


def metaclasses():
    emit(Thing.made_by, Thing.given, Thing(3).v, Thing().number, Thing.count, Thing.size, Thing.tell())
    emit(list(Thing), len(Thing), Thing["a"], 5 in Thing, 6 in Thing, repr(Thing), str(Child), Thing.other, Thing + 1, bool(Thing))
    emit(type(Thing).__name__, type(Child) is Meta, isinstance(Child, Meta), Child().number, Child.made_by, Thing.__class__ is Meta)
    emit(isinstance(3, Thing), isinstance(4, Thing), isinstance(Child(), Thing), issubclass(int, Thing), issubclass(str, Thing), isinstance(3, (str, Thing)))
    tried(setattr, Thing, "fixed", 1)
    Thing.free = 6
    emit(Thing.free, hasattr(Thing(), "tell"), {Thing: 1}[Thing])
    tried(lambda: Thing._hidden)
    tried(lambda: Thing().tell)
    class P(metaclass=Prepared):
        a = given + 1
        def f(self):
            return self.a
    emit(P.a, P().f(), P.given, type(P).__name__)
    class Other(type):
        pass
    tried(lambda: Other("X", (Thing,), {}))
    M = Meta("M", (), {"q": 1})
    emit(M.q, M.made_by, M().number, M.__mro__[0] is M)
    def made(name, bases, ns):
        return (name, bases, sorted([k for k in ns if k[0] != "_"]))
    class NotAClass(metaclass=made):
        b = 1
        a = 2
    emit(NotAClass)


objects()
classes()
functions()
slots()
hooks()
metaclasses()
