# list[int], Optional[int], Box[int]: what this prints, CPython prints.
import collections
import functools
import dataclasses
import itertools
import json
import typing
from typing import *
import pvm_host
from dataclasses import dataclass


def p(*a):
    pvm_host.emit_event("p", " ".join([str(x) for x in a]).encode())


def t(f):
    try:
        p(repr(f()))
    except Exception as e:
        p(type(e).__name__, e)


T = TypeVar("T")
S = TypeVar("S")
L = list[int]


class C:
    def __init__(self, x=0):
        self.x = x

    __class_getitem__ = classmethod(type(L))


class Derived(dict):
    pass


class Slotted:
    __slots__ = ()
    __class_getitem__ = classmethod(type(L))


class Meta(type):
    pass


class Strange:
    __origin__ = 5
    __args__ = ()
    __qualname__ = "Shown"
    __repr__ = lambda self: "strange"


class Odd:
    def __init__(self):
        self.__qualname__, self.__module__ = "name", "of"


def builtin():
    t(lambda: isinstance([], L)); t(lambda: issubclass(list, L)); t(lambda: issubclass(L, list)); t(lambda: issubclass(L, object))
    t(lambda: isinstance(L, type)); t(lambda: isinstance([], L | None)); t(lambda: isinstance(None, L | None)); t(lambda: isinstance([], (list, L)))
    t(lambda: isinstance(5, (list, L))); t(lambda: issubclass(list, L | None)); t(lambda: L[int]); t(lambda: L | 5); t(lambda: 5 | L); t(lambda: L | "x")
    t(lambda: L.foo); t(lambda: setattr(L, "x", 1)); t(lambda: setattr(L, "__origin__", 1)); t(lambda: L()); t(lambda: L((1, 2))); t(lambda: L(x=1))
    t(lambda: L(1)); t(lambda: [*L]); t(lambda: list(L)); t(lambda: tuple[*L]); t(lambda: L.__class__); t(lambda: type(L)); t(lambda: type(L)())
    t(lambda: type(L)(1, 2)); t(lambda: type(L)(list, int)); t(lambda: type(L)(list, (int, str), x=1)); t(lambda: L.__mro_entries__(()))
    t(lambda: L.__instancecheck__(1)); t(lambda: list.__class_getitem__(int)); t(lambda: list.__class_getitem__(1, 2)); t(lambda: int[str])
    t(lambda: len(L)); t(lambda: L < L); t(lambda: L == list[int]); t(lambda: L != list[str]); t(lambda: {L: 1}[list[int]]); t(lambda: hash(L) == hash(list[int]))
    t(lambda: list[[]]); t(lambda: hash(list[[]])); t(lambda: dict[str, [int, str]]); t(lambda: tuple[int, ...]); t(lambda: tuple[()]); t(lambda: list["a"])
    t(lambda: type[int]); t(lambda: type["x"]()); t(lambda: type[int]("x")); t(lambda: list[()]); t(lambda: list[len]); t(lambda: list[t]); t(lambda: list[None])
    t(lambda: list[1:2]); t(lambda: L.__name__); t(lambda: L.__module__); t(lambda: L.append([], 5)); t(lambda: L.mro()); t(lambda: L.__unpacked__)
    t(lambda: next(iter(L)).__unpacked__); t(lambda: next(iter(L)) == L); t(lambda: next(iter(L)) == next(iter(L))); t(lambda: type("X", (L,), {}))
    t(lambda: (L | None).__args__); t(lambda: L | list[int]); t(lambda: L | list | None); t(lambda: None | L); t(lambda: L[0]); t(lambda: [L] == [list[int]])
    t(lambda: L.__parameters__); t(lambda: f"{L}"); t(lambda: f"{L:>20}"); t(lambda: Meta[int]); t(lambda: Derived[int, str]); t(lambda: Derived[int, str]().__orig_class__)
    t(lambda: C[int]); t(lambda: C[int]().__orig_class__); t(lambda: C[int](x=7).x); t(lambda: Slotted[int]().__orig_class__); t(lambda: enumerate[int])
    t(lambda: ExceptionGroup[int]); t(lambda: itertools.chain[int]); t(lambda: list[list[int] | None]); t(lambda: list[int | None]); t(lambda: L + 1)
    t(lambda: bool(L)); t(lambda: callable(L)); t(lambda: list[Strange()]); t(lambda: list[Odd()])
    t(lambda: collections.deque[int]); t(lambda: collections.Counter[str]); t(lambda: collections.defaultdict[str, int]); t(lambda: collections.OrderedDict[int, str])
    t(lambda: collections.deque[int]([1, 2])); t(lambda: collections.ChainMap[int, str]); t(lambda: collections.UserList[int]); t(lambda: collections.UserDict[int, int])
    t(lambda: list[T]); t(lambda: list[T][int]); t(lambda: dict[T, list[S]][int, str]); t(lambda: dict[T, S].__parameters__); t(lambda: list[T][int, str])
    t(lambda: dict[T, S][int]); t(lambda: dict[T, T][S]); t(lambda: (list[T] | None)[int]); t(lambda: (list[T] | set[T]).__parameters__); t(lambda: (int | str)[int])
    t(lambda: list[list[T]][L]); t(lambda: L | list[str]); t(lambda: (L | str) == (str | list[int])); t(lambda: hash(L | str) == hash(str | list[int]))
    t(lambda: {L, list[int], list[str]} == {list[str], L}); t(lambda: 1 in L); t(lambda: reversed(L)); t(lambda: frozenset[int](()))
    a = []
    b = dict[str, a]
    a.append(b)
    t(lambda: b)
    kind = type(L)
    deep = list
    for _ in range(1000):
        deep = kind(deep, (int,))
    try:
        repr(deep)
    except RecursionError as e:
        p("RecursionError")

    class X(L, list[str] if False else C):
        pass
    p(X.__bases__, X.__orig_bases__, X[int])


class Box(Generic[T]):
    def __init__(self, x=0):
        self.x = x
    y = 3

    def get(self) -> T:
        return self.x


class Pair(Box[S], Generic[T, S]):
    pass


class Named(Protocol[T]):
    def name(self) -> T: ...


def make(*bases):
    class Z(*bases):
        pass
    return Z


def order(*bases):
    return [each.__name__ for each in make(*bases).__mro__]


def generics():
    t(lambda: Box[int]); t(lambda: Box[int].__name__); t(lambda: Box[int].y); t(lambda: Box[int].zz); t(lambda: Box[int].__foo__)
    t(lambda: isinstance(1, Box[int])); t(lambda: issubclass(int, Box[int])); t(lambda: Box[int, str]); t(lambda: Box[()]); t(lambda: Generic[int])
    t(lambda: Generic[T, T]); t(lambda: Generic[()]); t(lambda: Box[int][str]); t(lambda: Box[T][str]); t(lambda: Generic[T][int]); t(lambda: Box[(int,)])
    t(lambda: Box["x"]); t(lambda: Box[None]); t(lambda: Box[Box[int] | None]); t(lambda: Box[5]); t(lambda: Box[[int]]); t(lambda: Box[ClassVar]); t(lambda: Box[Generic])
    t(lambda: make(Generic)); t(lambda: make(Box[S], Generic[T])); t(lambda: make(Box)[int]); t(lambda: make(Optional))
    t(lambda: make(Optional[int])); t(lambda: make(Literal[1])); t(lambda: make(ClassVar[int])); t(lambda: order(Annotated[int, 1])); t(lambda: order(Box[int], Generic[T]))
    t(lambda: order(List[T], Generic[T])); t(lambda: order(Generic[T], List[T])); t(lambda: order(Box[int], List[int])); t(lambda: make(List[int]).__orig_bases__)
    t(lambda: order(List)); t(lambda: make(List[T])[int]); t(lambda: make(Dict[str, T]).__parameters__); t(lambda: order(Dict[str, int]))
    try:
        make(Generic[T], Generic[S])
    except TypeError as e:  # the last word differs between patch releases
        p(str(e)[:39])
    b = Box[int](5)
    t(lambda: b.__orig_class__); t(lambda: (b.x, b.get())); t(lambda: type(b)); t(lambda: Box.__parameters__); t(lambda: Box.__orig_bases__); t(lambda: Box.__bases__)
    t(lambda: Box[int] == Box[int]); t(lambda: Box[int] != Box[str]); t(lambda: {Box[int]: 1}[Box[int]]); t(lambda: Box[int] + 1); t(lambda: Box[int] < 1)
    t(lambda: len(Box[int])); t(lambda: Box[int].__class__); t(lambda: type(Box[int]))
    t(lambda: Pair[int, str]); t(lambda: Pair.__parameters__); t(lambda: Pair[int]); t(lambda: Pair[T, int][str]); t(lambda: Box[List[T]][int]); t(lambda: Box[list[T]].__parameters__)
    t(lambda: make(Box[T])[int]); t(lambda: make(Box[int]).__parameters__); t(lambda: Named[int]); t(lambda: Named.__parameters__); t(lambda: make(Named[int]).__parameters__)
    t(lambda: isinstance(Box(), Box)); t(lambda: issubclass(Pair, Box)); t(lambda: Box[Union[int, str]]); t(lambda: Box[Callable[[T], S]][int, str])


def forms():
    t(lambda: Optional[5]); t(lambda: Union[int, str, None]); t(lambda: Union[()]); t(lambda: Union[int]); t(lambda: Optional[int, str]); t(lambda: Optional[None])
    t(lambda: Any[int]); t(lambda: NoReturn[int]); t(lambda: Self[int]); t(lambda: T[int]); t(lambda: T()); t(lambda: List[int]()); t(lambda: List()); t(lambda: Union[int, str]())
    t(lambda: Optional()); t(lambda: Any()); t(lambda: Any); t(lambda: isinstance(1, List[int])); t(lambda: isinstance([], List)); t(lambda: issubclass(List, List)); t(lambda: issubclass(list, List))
    t(lambda: Literal[1, 2, 1, True]); t(lambda: Literal[()]); t(lambda: Literal["a", Literal["b"]]); t(lambda: Literal[1] == Literal[True]); t(lambda: Literal[1, 2] == Literal[2, 1])
    t(lambda: Literal[[]]); t(lambda: hash(Literal[1, 2]) == hash(Literal[2, 1])); t(lambda: Callable[int, str]); t(lambda: Callable[[int]]); t(lambda: Callable[..., int])
    t(lambda: Callable[[], None]); t(lambda: Callable[[T], S][int, str]); t(lambda: get_args(Callable[[int], str])); t(lambda: get_args(Callable[..., str]))
    t(lambda: Callable[[int], str].__args__); t(lambda: Callable); t(lambda: Callable[[int, "x"], Optional[str]]); t(lambda: Callable[[Callable[[int], T]], T][str])
    t(lambda: Annotated[int]); t(lambda: Annotated[int, "x", 1]); t(lambda: Annotated[Annotated[int, 1], 2]); t(lambda: get_args(Annotated[int, 1])); t(lambda: get_origin(Annotated[int, 1]) is Annotated)
    t(lambda: Annotated[T, 1][int]); t(lambda: Annotated[int, 1].__metadata__); t(lambda: Annotated[int, 1] == Annotated[int, 2]); t(lambda: Annotated[int, 1]("5"))
    t(lambda: Tuple[int, ...]); t(lambda: Tuple[()]); t(lambda: Tuple[int]); t(lambda: get_args(Tuple[()])); t(lambda: List[int, str]); t(lambda: Dict[int]); t(lambda: List[()])
    t(lambda: List[None]); t(lambda: List["x"]); t(lambda: Type[int]); t(lambda: Dict[T, int][str]); t(lambda: List[T].__parameters__); t(lambda: List.__parameters__)
    t(lambda: List[int][int]); t(lambda: List[...]); t(lambda: List[1,]); t(lambda: DefaultDict[int, str]); t(lambda: Deque[int]); t(lambda: typing.Counter[int])
    t(lambda: typing.ChainMap[int, str]); t(lambda: typing.OrderedDict[int, str]); t(lambda: FrozenSet[int]); t(lambda: Set[T][str]); t(lambda: (Tuple, List, Deque, Optional))
    t(lambda: ClassVar[int]); t(lambda: ClassVar[int, str]); t(lambda: Final[int]); t(lambda: Final[Final[int]]); t(lambda: ClassVar); t(lambda: Required[int]); t(lambda: TypeGuard[int])
    t(lambda: Optional[int] == (int | None)); t(lambda: (int | None) == Optional[int]); t(lambda: hash(Optional[int]) == hash(int | None)); t(lambda: Union[int, str] == Union[str, int])
    t(lambda: Optional[int] | str); t(lambda: str | Optional[int]); t(lambda: T | int); t(lambda: int | T); t(lambda: List | None); t(lambda: None | List[int]); t(lambda: list[int] | T)
    t(lambda: "x" | T); t(lambda: T | "x"); t(lambda: Literal[1] | None); t(lambda: Optional | int); t(lambda: 5 | T); t(lambda: Union[int, List[int]] | int)
    t(lambda: isinstance(1, Optional)); t(lambda: issubclass(int, Union)); t(lambda: isinstance(1, Any)); t(lambda: isinstance(1, Literal[1])); t(lambda: isinstance([], Optional[List[int]]))
    t(lambda: isinstance(1, Union[int, List[int]])); t(lambda: isinstance(1, Callable[[int], str])); t(lambda: isinstance(1, Annotated[int, 1])); t(lambda: isinstance(1, ClassVar[int]))
    t(lambda: isinstance(1, T)); t(lambda: isinstance("a", Union[int, str])); t(lambda: issubclass(bool, Union[int, str])); t(lambda: isinstance(None, Optional[str])); t(lambda: isinstance(1, (str, Optional[int])))
    t(lambda: get_origin(List)); t(lambda: get_origin(List[int])); t(lambda: get_origin(Union[int, str])); t(lambda: get_origin(int | str)); t(lambda: get_origin(int)); t(lambda: get_origin(Generic))
    t(lambda: get_origin(Generic[T])); t(lambda: get_origin(Box[int])); t(lambda: get_origin(Literal[1])); t(lambda: get_origin(ClassVar[int])); t(lambda: get_origin(dict[str, int])); t(lambda: get_origin(5))
    t(lambda: get_args(Optional[int])); t(lambda: get_args(int)); t(lambda: get_args(list[int])); t(lambda: get_args(int | None)); t(lambda: get_args(Literal[1, "a"])); t(lambda: get_args(Box[T])); t(lambda: get_args(List))
    t(lambda: get_args(dict[str, list[int]])); t(lambda: get_args(Union[int, Tuple[int, str]])); t(lambda: [type(each).__name__ for each in (Optional[int], List[int], Literal[1], Callable[[int], str], Annotated[int, 1], T)])
    t(lambda: Union[int, bool]); t(lambda: Union[int, int]); t(lambda: Union[List[int], list[int]]); t(lambda: Union[int | str, None]); t(lambda: Union["a", int]); t(lambda: Union[ClassVar[int], int])
    t(lambda: Union[Optional, int]); t(lambda: Union[(int, str), int]); t(lambda: List[Optional]); t(lambda: Optional[t]); t(lambda: Union[T, int][str]); t(lambda: Optional[T][int]); t(lambda: Optional[T].__parameters__)
    t(lambda: Self); t(lambda: Optional.__name__); t(lambda: List.__name__); t(lambda: List.__origin__); t(lambda: List.foo); t(lambda: List[int].append([], 1)); t(lambda: List[int].__len__)
    t(lambda: Iterable[int]); t(lambda: Mapping[int, str]); t(lambda: Mapping[int]); t(lambda: Generator[int, None, str]); t(lambda: Iterator[T][int]); t(lambda: Sized[int]); t(lambda: Hashable[int])
    t(lambda: AbstractSet[int]); t(lambda: SupportsInt[int]); t(lambda: Optional[Sequence[int]]); t(lambda: Dict[str, List[Tuple[int, ...]]]); t(lambda: Sequence[T].__parameters__); t(lambda: MutableMapping[str, T][int])
    t(lambda: List[Dict[str, T]][int]); t(lambda: list[Optional[T]][int]); t(lambda: List[list[T]][int]); t(lambda: Optional[list[T]][int]); t(lambda: {Optional[int]: 1, Union[int, None]: 2, int | None: 3})


class Squares(Sequence[int]):
    def __getitem__(self, i):
        if not 0 <= i < 5:
            raise IndexError(i)
        return i * i

    def __len__(self):
        return 5


class Row(List[int]):
    pass


class Table(Dict[str, T]):
    pass


@functools.singledispatch
def kind_of(x):
    return "other"


@kind_of.register(Union[int, str])
def _(x):
    return "int or str"


@overload
def twice(x: int) -> int: ...
@overload
def twice(x: str) -> str: ...
first = twice
def twice(x):
    return x + x


def uses():
    p([*Squares()], 9 in Squares(), isinstance(Squares(), Sequence), Squares.__orig_bases__ == (Sequence[int],), Squares[int])
    p(Row([1]), isinstance(Row(), list), Row.__orig_bases__, [c.__name__ for c in Row.__mro__], Table[int], Table(a=1), Table.__parameters__)
    p(kind_of(1), kind_of("a"), kind_of([]))
    t(lambda: kind_of.register(list[int], lambda x: 1))
    p(len(get_overloads(twice)), [f.__name__ for f in get_overloads(twice)], get_overloads(t), twice(4))
    t(lambda: first(3))
    clear_overloads()
    p(get_overloads(twice))
    try:
        try:
            raise ValueError(1)
        except list[int]:
            pass
    except TypeError as e:
        p(e)
    pairs = list[tuple[int, str]]
    p(pairs([(1, "a")]), [cls for cls in (list[int], int) if isinstance(cls, type)])
    match [1]:
        case list(x):
            p("list", x)

    class Checks:
        def __instancecheck__(self, value):
            return value == 5

        def __subclasscheck__(self, cls):
            return cls is int
    p(isinstance(5, Checks()), isinstance(6, Checks()), issubclass(int, Checks()), issubclass(str, (Checks(), bytes)), isinstance(5, (str, Checks())))


builtin()
generics()
forms()
uses()
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
t(lambda: Callable[P,T]); t(lambda: Callable[P,T].__parameters__); t(lambda: Callable[P,T][[int,str],bool]); t(lambda: Callable[P,T][...,bool])
t(lambda: get_args(Callable[P,T]))
class Z(Generic[P]):pass
class Y(Generic[T,P]):pass
class V(Generic[Unpack[Ts]]):pass
class W(Generic[T,*Ts]):pass
t(lambda: Z[[int,str]]); t(lambda: Z[int,str]); t(lambda: Z[...]); t(lambda: Z[[]]); t(lambda: Y[int,[str]]); t(lambda: Y[int,str])
t(lambda: Y[int,...]); t(lambda: Y[int]); t(lambda: Z.__parameters__)
t(lambda: V[int,str]); t(lambda: V[()]); t(lambda: V.__parameters__); t(lambda: W[int,str,bool]); t(lambda: W[()]); t(lambda: W[int])
t(lambda: Tuple[Unpack[Ts]]); t(lambda: tuple[*Ts]); t(lambda: tuple[*Ts][int,str]); t(lambda: Tuple[T,Unpack[Ts]][int,str,bool]); t(lambda: Ts)
t(lambda: Unpack[Ts]); t(lambda: list(Ts))
t(lambda: Callable[Concatenate[int,P],T]); t(lambda: Callable[Concatenate[int,P],T][[str],bool]); t(lambda: Concatenate[int,P])
t(lambda: Concatenate[()]); t(lambda: Concatenate[int,str]); t(lambda: Ts|int); t(lambda: P|int); t(lambda: ForwardRef('x')|None)
t(lambda: TypeGuard[int,str]); t(lambda: Unpack[int]); t(lambda: get_origin(P.args)); t(lambda: P.args)
N=NewType('N',int)
t(lambda: N); t(lambda: List[N]); t(lambda: N|None); t(lambda: N(5)); t(lambda: type(N)); t(lambda: N.__supertype__); t(lambda: N.__name__)
t(lambda: list[N]); t(lambda: Optional[N]); t(lambda: {N:1}[N]); t(lambda: NewType('a.B',N))
t(lambda: SupportsInt); t(lambda: Protocol); t(lambda: Iterable); t(lambda: Generic); t(lambda: Any); t(lambda: AnyStr)
t(lambda: isinstance([],Iterable[int]))
class TD(TypedDict, Generic[T]):
    a: T
    b: NotRequired[int]
t(lambda: TD[int]); t(lambda: TD(a=1)); t(lambda: TD.__parameters__); t(lambda: TD[int](a=1))
t(lambda: TypedDict('X',{'a':Required[int],'b':NotRequired[int]},total=False).__required_keys__)
class NT(NamedTuple):
    a: int
t(lambda: NT(1)); t(lambda: NT[int])
class It(Iterator[T]):
    def __next__(self): raise StopIteration
t(lambda: It[int]); t(lambda: list(It())); t(lambda: It.__parameters__)
class M(MutableMapping[str,int]):
    def __getitem__(self,k): return 1
    def __setitem__(self,k,v):pass
    def __delitem__(self,k):pass
    def __iter__(self): return iter('ab')
    def __len__(self): return 2
t(lambda: dict(M())); t(lambda: isinstance(M(),Mapping)); t(lambda: M.__orig_bases__)
class Stack(Generic[T]):
    def __init__(self): self.items=[]
    def push(self,x): self.items.append(x)
class Sub(Stack[int]):pass
t(lambda: Sub.__orig_bases__); t(lambda: get_args(Sub.__orig_bases__[0])); t(lambda: Sub[int]); t(lambda: Sub().items); t(lambda: Stack[int]().items)
t(lambda: Sub.__mro__)
class Comparable(Protocol):
    def __lt__(self, o): ...
CT=TypeVar('CT',bound=Comparable);t(lambda:CT.__bound__);t(lambda:TypeVar('Q',int,str).__constraints__);t(lambda:TypeVar('Q',bound='x').__bound__)
class Abs(Protocol[T]):
    def f(self)->T: ...
class Impl(Abs[int]):
    def f(self): return 1
t(lambda: Impl().f()); t(lambda: Abs[int]()); t(lambda: Impl.__orig_bases__); t(lambda: Abs.__mro__)
Json=Union[Dict[str,'Json'],List['Json'],str,int,None];t(lambda:Json)
Handler=Callable[[Dict[str,Any]],Optional[bool]];t(lambda:Handler)
t(lambda: get_args(Json)[0]); t(lambda: Final); t(lambda: Optional['x'])
@dataclass
class DC(Generic[T]):
    a: T
    b: List[T] = None
t(lambda: DC(1)); t(lambda: DC[int](1)); t(lambda: DC[int](1)==DC(1)); t(lambda: DC[int](1).__orig_class__)
class Co(Generic[T]):
    def __class_getitem__(cls,x): return super().__class_getitem__(x)
t(lambda: Co[int])
class Se(Generic[T]):
    def __init_subclass__(cls,**k): super().__init_subclass__(**k); cls.k=k
class Se2(Se[int]):pass
t(lambda: Se2.k); t(lambda: Se2.__parameters__); t(lambda: Generic.__class_getitem__(T)); t(lambda: type('X',(Generic,),{}))
class Ch(Box if False else Stack[T], Iterable[T]):
    def __iter__(self): return iter(self.items)
t(lambda: Ch[int]); t(lambda: list(Ch()))
D = dict[str, L]
t(lambda: json.dumps(L)); t(lambda: collections.defaultdict(L)['a']); t(lambda: [*map(L,['ab','c'])]); t(lambda: sorted([[2],[1]],key=L))
t(lambda: functools.partial(L,'ab')()); t(lambda: [*filter(L,['a',''])])
def m(x, kind):
    match x:
        case kind(): return 1
t(lambda: m([],L))
def r(): raise L
t(r)
def ex():
    try: raise ValueError
    except (L,KeyError): pass
t(ex)
def mc():
    class X(metaclass=L): pass
t(mc)
t(lambda: sorted([L,D])); t(lambda: getattr(L,'__class_getitem__')(str)); t(lambda: isinstance(L,type(L))); t(lambda: type(L) is type(D))
t(lambda: type(L).__name__); t(lambda: type(L).__module__)
def w():
    with L: pass
t(w); t(lambda: L @ 1); t(lambda: -L); t(lambda: L[()]); t(lambda: "%s %r" % (L,D)); t(lambda: f"{L!r:>12}"); t(lambda: str(L)+repr(D))
t(lambda: hasattr(L,'nope')); t(lambda: hasattr(L,'append')); t(lambda: L.__len__([1]))
def dl(): del L.__origin__
t(dl)
def st():
    L[0]=1
t(st)
def di():
    del L[0]
t(di)
t(lambda: iter(L.__args__).__next__()); t(lambda: {*L.__args__}); t(lambda: dict.fromkeys([L, list[int], D])); t(lambda: L.__eq__)
t(lambda: (L == 5, L == list, L != list)); t(lambda: D.fromkeys('ab')); t(lambda: D(a=1)); t(lambda: tuple[int]((1,))); t(lambda: set[int])
t(lambda: int | L | None | str); t(lambda: (int|L)==(L|int)); t(lambda: (L|None) == list[int]|None); t(lambda: type[T][int])
t(lambda: type.__class_getitem__)
@dataclasses.dataclass
class A:
    x: L = dataclasses.field(default_factory=L)
t(lambda: A()); t(lambda: A().x); t(lambda: dataclasses.InitVar[int])
class My(tuple[int, ...]): pass
t(lambda: My((1,2))); t(lambda: My.__orig_bases__); t(lambda: My.__bases__); t(lambda: My[int])
class E(dict[str,int], Generic[T]): pass
t(lambda: E(a=1)); t(lambda: E[int]); t(lambda: E.__parameters__)
class Ex(Exception, Generic[T]): pass
t(lambda: Ex[int]('a')); t(lambda: Ex[int]('a').__orig_class__)
class Fz(Generic[T]):
    __slots__=('a',)
t(lambda: type(Fz[int]()))
class Nf(Generic[T]):
    def __setattr__(self,k,v): raise ValueError(k)
t(lambda: Nf[int]())
class Gc:
    def __class_getitem__(cls, item): return (cls.__name__, item)
t(lambda: Gc[int,str])
class NotSub: pass
t(lambda: NotSub[int]); t(lambda: Generic[T].__args__); t(lambda: Protocol[T]); t(lambda: Optional[int].__parameters__)
t(lambda: Optional[int].__origin__); t(lambda: Union[int,str].__args__); t(lambda: List[int].__dict__['__args__'])
t(lambda: Dict[str,int].fromkeys('a')); t(lambda: List[int].nope); t(lambda: repr(List)+str(Optional)); t(lambda: {List:1, Optional:2}[List])
t(lambda: List == List); t(lambda: List[int] == list[int]); t(lambda: list[int]==List[int]); t(lambda: issubclass(int, Optional[int]))
t(lambda: issubclass(dict, Mapping)); t(lambda: isinstance({}, Mapping[str,int])); t(lambda: isinstance({}, Dict))
t(lambda: isinstance([], (List,int))); t(lambda: isinstance(3, Any)); t(lambda: Callable[[int],str] == Callable[[int],str])
t(lambda: isinstance(len, Callable)); t(lambda: Type[T][int]); t(lambda: Tuple[T,...][int]); t(lambda: Tuple[int,...].__args__); t(lambda: List[T][T])
t(lambda: Literal['a']['b']); t(lambda: Optional[Literal['a']]); t(lambda: Annotated[List[T],'m'][int]); t(lambda: Final); t(lambda: (yield_:=1))
t(lambda: cast(List[int],'x')); t(lambda: Iterator); t(lambda: is_typeddict(TypedDict)); t(lambda: Generic.__parameters__)
a: List[int] = []
V = NewType('V', List[int])
t(lambda: V([1])); t(lambda: V.__supertype__); t(lambda: Callable[[V], Awaitable[None]]); t(lambda: ClassVar[Optional[int]]); t(lambda: Union[V, None])
deep = list[int]
for _ in range(60): deep = dict[deep, int] if _ % 2 else list[deep]
t(lambda: len(repr(deep))); t(lambda: deep == deep); t(lambda: hash(deep) == hash(deep))
K = TypeVar('K')
V = TypeVar('V')
@dataclass(slots=True, frozen=True)
class Frozen(Generic[T]):
    a: T
    b: Optional[T] = None
t(lambda: Frozen(1)); t(lambda: Frozen.__parameters__); t(lambda: Frozen[str]); t(lambda: dataclasses.replace(Frozen(1),a=2)); t(lambda: hash(Frozen(1))==hash(Frozen(1)))
def nt():
    class NT(NamedTuple, Generic[T]):
        a: T
        b: int = 0
    return NT
t(lambda: nt()(1)); t(lambda: nt()[int]); t(lambda: nt()[int](5))
class TD1(TypedDict, Generic[T]):
    a: T
class TD2(TD1[int]):
    b: str
t(lambda: TD2(a=1,b='x')); t(lambda: TD2.__annotations__.keys()); t(lambda: TD2.__orig_bases__); t(lambda: TD1[str])
class Cache(Generic[K, V]):
    def __init__(self, n: int = 2) -> None:
        self._d: "collections.OrderedDict[K, V]" = collections.OrderedDict()
        self.n = n
    def get(self, k: K) -> Optional[V]: return self._d.get(k)
    def put(self, k: K, v: V) -> None:
        self._d[k] = v
        if len(self._d) > self.n: self._d.popitem(last=False)
c = Cache[str, int](1); c.put('a',1); c.put('b',2)
t(lambda: (c.get('a'), c.get('b'), c.__orig_class__, get_args(c.__orig_class__)))
class Repo(Protocol[K, V]):
    def get(self, k: K) -> Optional[V]: ...
@runtime_checkable
class HasName(Protocol):
    name: str
t(lambda: isinstance(c, HasName)); t(lambda: Repo[int, str]); t(lambda: isinstance(c, Repo))
class Node(Generic[T]):
    def __init__(self, v: T, nxt: 'Optional[Node[T]]' = None): self.v, self.nxt = v, nxt
class LL(Node[T], Iterable[T]):
    def __iter__(self):
        n = self
        while n: yield n.v; n = n.nxt
t(lambda: [*LL(1, LL(2))]); t(lambda: LL[int](3).v); t(lambda: LL.__parameters__); t(lambda: isinstance(LL(1), Iterable))
class Base(Generic[T]):
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); cls.tag = tag
class Kid(Base[int], tag='k'): pass
t(lambda: (Kid.tag, Kid.__orig_bases__, Kid.__parameters__))
class Meta(type): pass
class WithMeta(Generic[T], metaclass=Meta): pass
t(lambda: WithMeta[int]); t(lambda: type(WithMeta)); t(lambda: type(WithMeta[int]()))
class A1(Generic[T]): pass
class B1(A1[T]): pass
class C1(B1[int], A1[int]): pass
t(lambda: C1.__mro__); t(lambda: C1.__orig_bases__)
class Mx(Dict[str, int], Sized): pass
t(lambda: Mx(a=1)); t(lambda: [x.__name__ for x in Mx.__mro__][:2])
class It2(Iterator[int]):
    def __init__(self): self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 3: raise StopIteration
        return self.n
t(lambda: [*It2()]); t(lambda: isinstance(It2(), Iterator)); t(lambda: issubclass(It2, Iterable))
class Mp(Mapping[str, T]):
    def __init__(self, d): self.d = d
    def __getitem__(self, k): return self.d[k]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
t(lambda: dict(Mp({'a': 1}))); t(lambda: Mp[int]); t(lambda: Mp({'a':1}) == {'a':1}); t(lambda: Mp.__parameters__)
def ab():
    class Bad(Mapping[str, int]): pass
    return Bad()
t(ab)
class D2(typing.DefaultDict[str, int]): pass
t(lambda: D2(int)['x']); t(lambda: D2.__orig_bases__); t(lambda: typing.Deque[int]([1])); t(lambda: typing.Counter('aab'))
t(lambda: typing.Counter[str]('aab')); t(lambda: typing.OrderedDict[str,int](a=1))
class CM(ContextManager[int]):
    def __enter__(self): return 1
    def __exit__(self,*a): return None
def cm():
    with CM() as x: return x
t(cm)
class Ev(Callable[[int], str]):
    def __call__(self, x): return str(x)
t(lambda: Ev()(4)); t(lambda: isinstance(Ev(), Callable))
class Tn(Tuple[int, str]): pass
t(lambda: Tn((1,'a'))); t(lambda: Tn.__bases__)
class Er(Exception, Generic[T]):
    def __init__(self, v: T): super().__init__(v); self.v = v
def er():
    try: raise Er[int](5)
    except Er as e: return e.v, e.__orig_class__
t(er)
@functools.total_ordering
class Ord(Generic[T]):
    def __init__(self, v): self.v = v
    def __eq__(self, o): return self.v == o.v
    def __lt__(self, o): return self.v < o.v
t(lambda: Ord(1) >= Ord(0)); t(lambda: max(Ord[int](3), Ord[int](4)).v)
Result = Union['Ok[T]', 'Err']; t(lambda: Result); t(lambda: Result[int])
Maybe = Optional[T]; t(lambda: Maybe[int]); t(lambda: Maybe[List[T]][str])
Vec = List[Tuple[T, T]]; t(lambda: Vec[int]); t(lambda: Vec)
pair = tuple[T, T]; t(lambda: pair[int]); t(lambda: dict[str, T] | None); t(lambda: (dict[str, T] | None)[int])
t(lambda: functools.reduce(lambda a, b: a | b, [int, str, list[int]])); t(lambda: {list[int]: 'a', dict: 'b'}[list[int]])
