# typing.TypedDict with Required and NotRequired, type variables, and the forms and functions that only exist for checkers.
from typing import Annotated, Any, Generic, NotRequired, Required, TypedDict, TypeVar, is_typeddict
import pvm_host
import typing


def emit(*values):
    pvm_host.emit_event("t", " | ".join([str(v) for v in values]).encode())


def tried(f, *args, **kw):
    try:
        emit(repr(f(*args, **kw)))
    except Exception as e:
        emit(type(e).__name__ + ": " + str(e))


class Movie(TypedDict):
    """A film."""
    title: Required[str]
    year: NotRequired[int]
    stars: Annotated[NotRequired[int], "out of five"]
    tags: list[str]


class Partial(TypedDict, total=False):
    a: int
    b: typing.Required[str]
    c: "int"


class Longer(Movie, Partial):
    d: int
    e: NotRequired[int]


class Rest(Partial, total=False):
    z: int


for kind in (Movie, Partial, Longer, Rest):
    emit(kind.__name__, sorted(kind.__annotations__), sorted(kind.__required_keys__), sorted(kind.__optional_keys__), kind.__total__, kind.__bases__, kind.__doc__)
m = Movie(title="t", year=5, anything=1)
emit(m, type(m).__name__, m == {"title": "t", "year": 5, "anything": 1}, Movie({"a": 1}, b=2), Movie([("k", "v")]), Movie())
for kind in (Movie, Longer, TypedDict, dict, 5):
    emit(is_typeddict(kind))
tried(isinstance, m, Movie)
tried(issubclass, dict, Movie)
tried(lambda: type(Movie)("Wrong", (Movie, int), {}))
Point = TypedDict("Point", {"x": int, "y-z": int})
Loose = TypedDict("Loose", {"x": Required[int], "y": int, "z": NotRequired[int]}, total=False)
for kind in (Point, Loose):
    emit(kind.__name__, list(kind.__annotations__), sorted(kind.__required_keys__), sorted(kind.__optional_keys__), kind.__total__, kind(x=1))
tried(TypedDict, "Both", {"x": int}, y=int)

T = TypeVar("T")


class Box(TypedDict, Generic[T]):
    value: T


emit(Box(value=1), sorted(Box.__required_keys__), Box.__total__)
K, V, W = TypeVar("K", bound=int), TypeVar("V", int, str), TypeVar("W", covariant=True)
U = TypeVar("U", contravariant=True)
for v in (T, K, V, W, U):
    emit(repr(v), v.__name__, v.__bound__, v.__constraints__, v.__covariant__, v.__contravariant__)
tried(TypeVar, "T", int)
tried(TypeVar, "T", covariant=True, contravariant=True)
tried(TypeVar, "T", int, str, bound=int)
emit(typing.AnyStr.__name__, repr(typing.AnyStr), typing.AnyStr.__constraints__)
P, Ts = typing.ParamSpec("P"), typing.TypeVarTuple("Ts")
emit(repr(P), P.__name__, P.args, P.kwargs, repr(Ts), Ts.__name__)
Identity = typing.NewType("Identity", int)
emit(Identity(5), Identity.__name__, Identity.__supertype__)
tried(typing.assert_never, 5)
tried(typing.assert_never, "x" * 200)
emit(typing.assert_type(5, str), typing.cast(int, "x"), typing.TYPE_CHECKING)
for name in ("Concatenate", "TypeGuard", "LiteralString", "Unpack", "Required", "Never", "Self", "Final", "ClassVar", "Literal", "Any"):
    emit(repr(getattr(typing, name)))


@typing.final
class Last:
    @typing.final
    def go(self): pass

    @typing.no_type_check
    def other(self): pass


emit(Last.__final__, Last.go.__final__)


@typing.dataclass_transform(kw_only_default=True)
def transform(cls):
    return cls


emit(transform.__dataclass_transform__)
counts = typing.DefaultDict(int)
counts["a"] += 1
emit(counts, typing.Counter("aab"), typing.Deque([1, 2]), typing.OrderedDict(a=1))
for name in ("Required", "Sized", "nothing"):
    emit(name, hasattr(typing, name))
