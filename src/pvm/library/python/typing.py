# typing: names for annotations, which nothing checks.
class _Form:
    def __init__(self, name):
        self._name = name
    def __getitem__(self, item):
        return self
    def __or__(self, other):
        return self
    def __ror__(self, other):
        return self
    def __call__(self, *args, **kwargs):
        raise TypeError('Cannot instantiate ' + repr(self))
    def __repr__(self):
        return 'typing.' + self._name

Any = _Form('Any')
Union = _Form('Union')
Optional = _Form('Optional')
Callable = _Form('Callable')
Iterable = _Form('Iterable')
Iterator = _Form('Iterator')
Generator = _Form('Generator')
Sequence = _Form('Sequence')
Mapping = _Form('Mapping')
MutableMapping = _Form('MutableMapping')
MutableSequence = _Form('MutableSequence')
Literal = _Form('Literal')
Final = _Form('Final')
ClassVar = _Form('ClassVar')
NoReturn = _Form('NoReturn')
Never = _Form('Never')
Type = _Form('Type')
Self = _Form('Self')
Hashable = _Form('Hashable')
Annotated = _Form('Annotated')
TypeAlias = _Form('TypeAlias')
List = list
Dict = dict
Tuple = tuple
Set = set
FrozenSet = frozenset
Text = str
TYPE_CHECKING = False

class Generic:
    def __class_getitem__(cls, item):
        return cls

class Protocol(Generic):
    pass

def TypeVar(name, *constraints, **options):
    return _Form(name)

def NewType(name, tp):
    def make(value):
        return value
    make.__name__ = name
    return make

def cast(typ, val):
    return val

def final(f):
    return f

def overload(f):
    return f

def no_type_check(f):
    return f

def runtime_checkable(cls):
    return cls
