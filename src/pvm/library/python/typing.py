# typing: names for annotations, which nothing checks.
class _Form:
    def __init__(self, name):
        self.__name__ = name
    def __getitem__(self, item):
        return self
    def __or__(self, other):
        return self
    def __ror__(self, other):
        return self
    def __call__(self, *args, **kwargs):
        raise TypeError('Cannot instantiate ' + repr(self))
    def __repr__(self):
        return 'typing.' + self.__name__

Any = _Form('Any')

# Of classes the union itself, which isinstance takes.
class _Union(_Form):
    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        if self.__name__ == 'Optional':
            items += (None,)
        if not all([isinstance(each, (type, _union)) or each is None for each in items]):
            return self
        found = type(None) if items[0] is None else items[0]
        for each in items[1:]:
            found = found | each
        return found

_union = type(int | None)
Union = _Union('Union')
Optional = _Union('Optional')
# What isinstance and issubclass answer of these says _abstract.py, which is imported when they are asked, or when a class derives from
# a kind. What a class of a kind has from it stands in _mixins.py.
class _Abstract(type):
    def __instancecheck__(cls, value):
        import _abstract
        return _abstract.has_instance(cls, value)
    def __subclasscheck__(cls, kind):
        import _abstract
        return _abstract.has_subclass(cls, kind)
    def __repr__(cls):
        return 'typing.' + cls.__name__ if cls.__module__ == 'typing' else type.__repr__(cls)

class Generic:
    def __class_getitem__(cls, item):
        return cls

# A class of a program has what _mixins.py has for its kinds. The kinds themselves are made by type, past this.
class _KindMeta(_Abstract):
    def __new__(metacls, name, bases, space, **more):
        if bases:
            import _abstract
            bases = _abstract.prepared(bases, space)
        return super().__new__(metacls, name, bases, space, **more)

class _Kind(metaclass=_KindMeta):
    __class_getitem__ = classmethod(lambda cls, item: cls)
    def __new__(cls, *args, **kwargs):
        import _abstract
        return _abstract.refuse(cls)

_made = type.__new__
_OURS = {'__module__': 'typing'}
Callable = _made(_KindMeta, 'Callable', (_Kind,), _OURS)
Iterable = _made(_KindMeta, 'Iterable', (_Kind,), _OURS)
Iterator = _made(_KindMeta, 'Iterator', (Iterable,), _OURS)
Generator = _made(_KindMeta, 'Generator', (Iterator,), _OURS)
Hashable = _made(_KindMeta, 'Hashable', (_Kind,), _OURS)
Sequence = _made(_KindMeta, 'Sequence', (_Kind,), _OURS)
MutableSequence = _made(_KindMeta, 'MutableSequence', (Sequence,), _OURS)
Mapping = _made(_KindMeta, 'Mapping', (_Kind,), _OURS)
MutableMapping = _made(_KindMeta, 'MutableMapping', (Mapping,), _OURS)

def _no_init(self, *args, **kwargs):
    if type(self)._is_protocol:
        raise TypeError('Protocols cannot be instantiated')

class Protocol(Generic, metaclass=_Abstract):
    _is_protocol = True
    def __init_subclass__(cls, **more):
        cls._is_protocol = Protocol in cls.__bases__
        if cls.__bases__ != (Protocol,) or cls.__init__ is not object.__init__:
            import _abstract
            _abstract.derived(cls, _no_init)
        else:
            import _classes
            _classes.define(cls, '__init__', _no_init)

Literal = _Form('Literal')
Final = _Form('Final')
ClassVar = _Form('ClassVar')
NoReturn = _Form('NoReturn')
Never = _Form('Never')
Type = _Form('Type')
Self = _Form('Self')
Annotated = _Form('Annotated')
TypeAlias = _Form('TypeAlias')
List = list
Dict = dict
Tuple = tuple
Set = set
FrozenSet = frozenset
Text = str
TYPE_CHECKING = False

class TypeVar(_Form):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
    def __repr__(self):
        return ('+' if self.__covariant__ else '-' if self.__contravariant__ else '~') + self.__name__

def NewType(name, tp):
    def make(value):
        return value
    make.__qualname__ = name
    make.__name__ = name.rpartition('.')[2]
    make.__supertype__ = tp
    return make

def cast(typ, val):
    return val

def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f

def overload(f):
    return f

def no_type_check(f):
    return f

def runtime_checkable(cls):
    if not getattr(cls, '_is_protocol', False):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % (cls,))
    cls._is_runtime_protocol = True
    return cls
