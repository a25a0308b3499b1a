# typing: names for annotations, which nothing checks.
class _SpecialForm:
    def __init__(self, name):
        self.__name__ = name
    def __getitem__(self, item):
        import _typing_aliases
        return _typing_aliases.subscribed(self, item)
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]
    def __call__(self, *args, **kwargs):
        import _typing_uses
        return _typing_uses.called(self, args, kwargs)
    def __mro_entries__(self, bases):
        import _typing_uses
        return _typing_uses.entries(self, bases)
    def __instancecheck__(self, value):
        raise TypeError(repr(self) + ' cannot be used with isinstance()')
    def __subclasscheck__(self, kind):
        import _typing_uses
        return _typing_uses.has_subclass(self, kind)
    def __repr__(self):
        return 'typing.' + self.__name__

Any = _SpecialForm('Any')
Union = _SpecialForm('Union')
Optional = _SpecialForm('Optional')

# Other names of classes, which Python has in their places now.
class _SpecialGenericAlias(_SpecialForm):
    def __init__(self, name, origin):
        self.__name__ = name
        self.__origin__ = origin
    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)
    def __instancecheck__(self, value):
        return isinstance(value, self.__origin__)

# What isinstance and issubclass answer of these says _abstract.py, which is imported when they are asked, or when a class derives from
# a kind. What a class of a kind has from it stands in _mixins.py.
class _Abstract(type):
    def __instancecheck__(cls, value):
        import _abstract
        return _abstract.has_instance(cls, value)
    def __subclasscheck__(cls, kind):
        import _abstract
        return _abstract.has_subclass(cls, kind)

class Generic:
    __slots__ = ()
    def __class_getitem__(cls, item):
        import _typing_aliases
        return _typing_aliases.generic_subscribed(cls, item)
    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        _set_parameters(cls)

def _set_parameters(cls):
    bases = cls.__dict__.get('__orig_bases__')
    if bases is not None:
        import _typing_aliases
        cls.__parameters__ = _typing_aliases.parameters_of(bases)
        return
    if Generic in cls.__bases__ and cls.__name__ != 'Protocol':
        raise TypeError('Cannot inherit from plain Generic')
    cls.__parameters__ = ()

# A class of a program has what _mixins.py has for its kinds. The kinds themselves are made by type, past this.
class _KindMeta(_Abstract):
    def __new__(metacls, name, bases, space, **more):
        if bases:
            import _abstract
            bases = _abstract.prepared(bases, space)
        return super().__new__(metacls, name, bases, space, **more)
    def __repr__(cls):
        return 'typing.' + cls.__name__ if cls.__module__ == 'typing' else type.__repr__(cls)

class _Kind(metaclass=_KindMeta):
    __slots__ = ()
    def __class_getitem__(cls, item):
        import _typing_aliases
        return _typing_aliases.kind_subscribed(cls, item)
    def __new__(cls, *args, **kwargs):
        import _abstract
        return _abstract.refuse(cls)

_made = type.__new__
_OURS = {'__module__': 'typing', '__slots__': ()}
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
    __slots__ = ()
    _is_protocol = True
    def __init_subclass__(cls, **more):
        cls._is_protocol = Protocol in cls.__bases__
        _set_parameters(cls)
        if cls.__bases__ != (Protocol,) or cls.__init__ is not object.__init__:
            import _abstract
            _abstract.derived(cls, _no_init)
        else:
            import _classes
            _classes.define(cls, '__init__', _no_init)

Literal = _SpecialForm('Literal')
Final = _SpecialForm('Final')
ClassVar = _SpecialForm('ClassVar')
NoReturn = _SpecialForm('NoReturn')
Never = _SpecialForm('Never')
Type = _SpecialGenericAlias('Type', type)
Self = _SpecialForm('Self')
Annotated = _SpecialForm('Annotated')
TypeAlias = _SpecialForm('TypeAlias')
List = _SpecialGenericAlias('List', list)
Dict = _SpecialGenericAlias('Dict', dict)
Tuple = _SpecialGenericAlias('Tuple', tuple)
Set = _SpecialGenericAlias('Set', set)
FrozenSet = _SpecialGenericAlias('FrozenSet', frozenset)
Text = str
TYPE_CHECKING = False

class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__name__ = name
        self.__constraints__ = constraints
        if isinstance(bound, str):
            import _typing_forms
            bound = _typing_forms.ForwardRef(bound)
        self.__bound__ = bound
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
    def __typing_subst__(self, arg):
        import _typing_aliases
        return _typing_aliases.checked(arg, 'Parameters to generic types must be types.')
    __or__, __ror__ = _SpecialForm.__or__, _SpecialForm.__ror__
    def __repr__(self):
        return ('+' if self.__covariant__ else '-' if self.__contravariant__ else '~') + self.__name__

def cast(typ, val):
    return val

def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f

def no_type_check(f):
    return f

def runtime_checkable(cls):
    if not getattr(cls, '_is_protocol', False):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % (cls,))
    cls._is_runtime_protocol = True
    return cls
