# Data classes and enumerations. What this prints, CPython prints.
import pvm_host


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(*fs):
    for f in fs:
        try: p(repr(f()))
        except BaseException as e: p(type(e).__name__, e)
import dataclasses, enum
from dataclasses import dataclass, field, replace, asdict, astuple, fields
@dataclass
class A:
    x: int
    y: int = 2
    z: list = field(default_factory=list)
@dataclass(order=True, frozen=True)
class B:
    a: int
    b: str = field(default='q', compare=False)
@dataclass(slots=True, kw_only=True)
class C:
    a: int
    b: int = 5
@dataclass
class D(A):
    w: int = 9
    y: int = 7
def s1(): B(1).a = 3
def s2(): C(a=1).zz = 3
def s3(): del B(1).a
t(lambda: A(1), lambda: A(), lambda: A(1,2,3,4), lambda: A(1,x=2), lambda: A(1,q=2), lambda: A(1)==A(1), lambda: A(1)<A(2), lambda: B(1)<B(2), lambda: B(1)<=B(1,'z'), lambda: sorted([B(3),B(1)]), lambda: hash(B(1))==hash(B(1,'r')), lambda: hash(A(1)), s1,s2,s3, lambda: C(1), lambda: C(a=1), lambda: D(1), lambda: replace(A(1),y=5), lambda: replace(B(1),c=5), lambda: asdict(D(1,z=[A(2)])), lambda: astuple(A(1,z=[(1,A(3))])), lambda: [f.name for f in fields(D)], lambda: C.__slots__, lambda: A.__match_args__, lambda: A(1).__eq__(5), lambda: fields(5), lambda: asdict(A), lambda: replace(A), lambda: dataclasses.is_dataclass(A), lambda: B.__hash__ is None, lambda: A.__hash__)
def e1():
    @dataclass
    class X:
        a: int = 1
        b: int
def e2():
    @dataclass
    class X:
        a: list = []
def e3():
    @dataclass(order=True, eq=False)
    class X: pass
def e4():
    @dataclass
    class X(B): pass
def e5():
    @dataclass(frozen=True)
    class X(A): pass
def e6():
    @dataclass(order=True)
    class X:
        def __lt__(s,o): pass
def e7():
    @dataclass
    class X:
        a: int
        _: dataclasses.KW_ONLY
        b: int
    return X(1,b=2), X(1,2)
def e8():
    @dataclass
    class X:
        a: dataclasses.InitVar[int]
        b: int = 0
        def __post_init__(s,a): s.b=a*2
    return X(4), X(4).a
def e9():
    @dataclass
    class X:
        a: int = field(init=False, default=3)
        b: int = field(repr=False, default=4)
        c: int = field(default=5, kw_only=True, metadata={'k':1})
    return X(9), X(), fields(X)[2].metadata['k'], fields(X)[2].kw_only
def e10():
    @dataclass(unsafe_hash=True)
    class X:
        a: int
    return hash(X(1))==hash(X(1))
def e11(): return field(default=1, default_factory=list)
def e12(): return dataclasses.make_dataclass('Z',[('a',int),'b',('c',int,field(default=4))])(1,2)
def e13():
    @dataclass(match_args=False, repr=False)
    class X:
        a: int
    return hasattr(X,'__match_args__')
def e14():
    @dataclass
    class X:
        a: int
        def __repr__(s): return 'own'
    return X(1)
t(e1,e2,e3,e4,e5,e6,e7,e8,e9,e10,e11,e12,e13,e14)
match A(1,2):
    case A(1, q): p('m', q)
# enum
class Co(enum.Enum):
    R=1; G=2; RED=1
    def d(self): return self.name
    @classmethod
    def _missing_(cls, v): return cls.R if v=='r' else None
class Fl(enum.Flag):
    A=enum.auto(); B=enum.auto(); C=A|B
class IF(enum.IntFlag):
    X=1; Y=2
class IE(enum.IntEnum):
    A=1; B=2
class SE(enum.StrEnum):
    AB=enum.auto(); CD='x'
def u():
    @enum.unique
    class Q(enum.Enum): A=1; B=1
def ext():
    class Z(Co): pass
def st(): Co.R=5
def dl(): del Co.R
t(lambda: Co(1), lambda: Co('r'), lambda: Co(9), lambda: Co['G'], lambda: Co['Z'], lambda: Co.RED is Co.R, lambda: list(Co), lambda: Co.__members__, lambda: Co.R.d(), u, ext, st, dl, lambda: Co.R.value, lambda: Co.R<Co.G, lambda: IE.A<IE.B, lambda: IE.A+1, lambda: f'{IE.A} {IE.A!r} {Co.R} {SE.AB} {IF.X|IF.Y}', lambda: Fl.A|Fl.B, lambda: Fl.A&Fl.B, lambda: ~Fl.A, lambda: Fl.A in Fl.C, lambda: list(Fl.C), lambda: Fl(0), lambda: IF(8), lambda: IF(7), lambda: bool(Fl(0)), lambda: SE.AB=='ab', lambda: SE.CD.upper(), lambda: isinstance(Co.R,Co), lambda: Co.R in Co, lambda: len(Co), lambda: Co.R.nope, lambda: Co.Nope, lambda: repr(Co), lambda: Co.R.R, lambda: {Co.R:1}[Co.RED], lambda: enum.Enum('F','a b c').b, lambda: [m.value for m in enum.IntEnum('F',['a','b'],start=5)], lambda: Co(), lambda: Co(1,2), lambda: hash(Co.R)==hash('R'), lambda: Co.R==1, lambda: IE.A==1, lambda: Co.R!=Co.G)
class Pl(enum.Enum):
    E=(1,2); F=(3,4)
    def __init__(s,a,b): s.a=a; s.b=b
    @property
    def tot(s): return s.a+s.b
t(lambda: Pl.E.tot, lambda: Pl((3,4)), lambda: Pl.E.value)
class An(enum.Enum):
    def _generate_next_value_(name,start,count,last): return name*2
    A=enum.auto(); B=enum.auto()
t(lambda: [x.value for x in An])
