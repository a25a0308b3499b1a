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

# Of classes the union itself, which isinstance takes.
class _Union(_Form):
    def __getitem__(self, item):
        items = item if isinstance(item, tuple) else (item,)
        if self._name == 'Optional':
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

_FIXED = ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make',
          '_replace', '_asdict', '_source')
_TOLD = ('__module__', '__name__', '__annotations__', '__qualname__')

class _NamedTupleMeta(type):
    def __new__(metacls, name, bases, space):
        if not bases:
            return super().__new__(metacls, name, bases, space)
        types = space.get('__annotations__', {})
        defaults = {}
        for field in types:
            if field in space:
                defaults[field] = space[field]
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field%s %s'
                                % (field, 's' if len(defaults) > 1 else '', ', '.join(defaults)))
        more = {'__annotations__': types}
        for key, value in space.items():
            if key in _FIXED:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in types:
                more[key] = value
        import named_tuples
        return named_tuples.named_tuple(name, named_tuples.field_names_of(name, types, False), defaults, more)

    def __call__(cls, typename, fields=None, /, **kwargs):
        if fields is not None and kwargs:
            raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
        types = dict(fields if fields is not None else kwargs)
        import named_tuples
        names = named_tuples.field_names_of(typename, types, False)
        return named_tuples.named_tuple(typename, names, {}, {'__annotations__': types})

class NamedTuple(metaclass=_NamedTupleMeta):
    pass
