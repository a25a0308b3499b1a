# What typing's forms and generic classes are with arguments: Optional[int], List[int], Callable[[int], str], Box[int].
from typing import Generic, Protocol, Union, _SpecialForm, _SpecialGenericAlias

_Builtin = type(list[int])
_United = type(int | None)
_none = type(None)

# The forms and kinds that do not take one argument.
_OF_TWO = ('Dict', 'DefaultDict', 'OrderedDict', 'ChainMap', 'Mapping', 'MutableMapping', 'ItemsView', 'AsyncGenerator')
_OF_THREE = ('Generator', 'Coroutine')
_OF_NONE = ('Hashable', 'Sized', 'ByteString', 'BinaryIO', 'TextIO')
_PLAIN = ('Any', 'LiteralString', 'NoReturn', 'Never', 'Self', 'TypeAlias')

def _shown(arg):
    if isinstance(arg, type):
        return arg.__qualname__ if arg.__module__ == 'builtins' else arg.__module__ + '.' + arg.__qualname__
    return '...' if arg is ... else arg.__name__ if type(arg) is type(_shown) else repr(arg)

def _converted(arg):
    if arg is None:
        return _none
    if isinstance(arg, str):
        from typing import ForwardRef
        return ForwardRef(arg)
    return arg

# What may be an argument, or a TypeError that begins as said.
def checked(arg, said):
    if isinstance(arg, type):
        if arg is Generic or arg is Protocol:
            raise TypeError('Plain %s is not valid as type argument' % (arg,))
        return arg
    arg = _converted(arg)
    if isinstance(arg, _GenericAlias):
        origin = arg.__origin__
        if origin is Generic or origin is Protocol or type(origin) is _SpecialForm and origin.__name__ in ('ClassVar', 'Final'):
            raise TypeError('%s is not valid as type argument' % (arg,))
    elif type(arg) is _SpecialForm and arg.__name__ not in _PLAIN:
        raise TypeError('Plain %s is not valid as type argument' % (arg,))
    elif type(arg) is tuple:
        raise TypeError(said + ' Got %s.' % (repr(arg)[:100],))
    return arg

def parameters(args):
    found = {}
    for arg in args:
        if isinstance(arg, (tuple, list)):
            found |= dict.fromkeys(parameters(arg))
        elif not isinstance(arg, type):
            found |= dict.fromkeys((arg,) if hasattr(arg, '__typing_subst__') else getattr(arg, '__parameters__', ()))
    return tuple(found)

class _GenericAlias:
    def __init__(self, origin, args, name=None):
        self.__origin__ = origin
        self.__args__ = args
        self._name = name

    def __getattr__(self, name):
        if name == '__parameters__':
            self.__parameters__ = parameters(self.__args__)
            return self.__parameters__
        if name in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__origin__, name)

    def __call__(self, *args, **kwargs):
        origin = self.__origin__
        if self._name is not None and self._name != 'Annotated' and getattr(origin, '__module__', '') == 'builtins':
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, origin.__name__))
        made = origin(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, _SpecialForm):
            raise TypeError('Cannot subclass %r' % (self,))
        if self._name is not None and self._name != 'Annotated':
            return entries(self, bases)
        if origin is Generic and not (bases[0] is self and bases[-1] is self):
            if Protocol in bases or any([_is_alias(each) for each in _behind(self, bases)]):
                return ()
        return (origin,)

    def __instancecheck__(self, value):
        return self.__subclasscheck__(type(value))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __getitem__(self, item):
        if self.__origin__ is Generic or self.__origin__ is Protocol:
            raise TypeError('Cannot subscript already-subscripted %s' % (self,))
        known = self.__parameters__
        if not known:
            raise TypeError('%s is not a generic class' % (self,))
        import _generic_aliases
        items = tuple([_converted(each) for each in (item if isinstance(item, tuple) else (item,))])
        given = _generic_aliases.given_to(self, known, items)
        return self._with(_generic_aliases.all_exchanged(self.__args__, given))

    def _with(self, args):
        return type(self)(self.__origin__, args, self._name)

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __iter__(self):
        from typing import Unpack
        yield Unpack[self]

    def __repr__(self):
        name = _shown(self.__origin__) if self._name is None else 'typing.' + self._name
        return name + '[' + (', '.join([_shown(arg) for arg in self.__args__]) or '()') + ']'

def _is_alias(value):
    return isinstance(value, (_GenericAlias, _SpecialGenericAlias))

def _behind(alias, bases):
    return bases[bases.index(alias) + 1:]

# What stands for List and List[int] among the bases of a class.
def entries(alias, bases):
    found = () if alias.__origin__ in bases else (alias.__origin__,)
    for each in _behind(alias, bases):
        if _is_alias(each) or isinstance(each, type) and issubclass(each, Generic):
            return found
    return (*found, Generic)

class _UnionGenericAlias(_GenericAlias):
    def __subclasscheck__(self, cls):
        for arg in self.__args__:
            if issubclass(cls, arg):
                return True
        return False

    def _with(self, args):
        return Union[args]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, _United)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _none in args:
            return 'typing.Optional[' + _shown(args[args[0] is _none]) + ']'
        return 'typing.Union[' + ', '.join([_shown(arg) for arg in args]) + ']'

def _united(form, item):
    if item == ():
        raise TypeError('Cannot take a Union of no types.')
    args = []
    for arg in item if isinstance(item, tuple) else (item,):
        arg = checked(arg, 'Union[arg, ...]: each arg must be a type.')
        for each in arg.__args__ if isinstance(arg, (_UnionGenericAlias, _United)) else (arg,):
            if each not in args:
                args.append(each)
    return args[0] if len(args) == 1 else _UnionGenericAlias(form, tuple(args))

_SAID = 'Parameters to generic types must be types.'

def _counted(shown, wanted, args):
    if not wanted:
        raise TypeError('%s is not a generic class' % (shown,))
    if len(args) != wanted:
        raise TypeError('Too %s arguments for %s; actual %d, expected %d'
                        % ('many' if len(args) > wanted else 'few', shown, len(args), wanted))

def _count(name):
    return 2 if name in _OF_TWO else 3 if name in _OF_THREE else 0 if name in _OF_NONE else 1

# form[item] of typing.
def subscribed(form, item):
    name = form.__name__
    if name == 'Optional':
        arg = checked(item, 'typing.Optional requires a single type.')
        if arg is not _none and not isinstance(arg, (_UnionGenericAlias, _United)):
            return _UnionGenericAlias(Union, (arg, _none))
        return _united(Union, (arg, _none))
    if name == 'Union':
        return _united(form, item)
    if isinstance(form, _SpecialGenericAlias):
        return special_subscribed(form, item)
    import _typing_more
    return _typing_more.subscribed(form, item)

def special_subscribed(form, item):
    if form.__name__ in ('List', 'Set', 'FrozenSet') and not isinstance(item, tuple):
        return _GenericAlias(form.__origin__, (checked(item, _SAID),), form.__name__)
    args = item if isinstance(item, tuple) else (item,)
    if form.__name__ == 'Tuple':
        last = args[-1:] == (...,) and len(args) == 2
        taken = [checked(arg, 'Tuple[t0, t1, ...]: each t must be a type.') for arg in (args[:1] if last else args)]
        return _GenericAlias(tuple, (*taken, ...) if last else tuple(taken), 'Tuple')
    args = tuple([checked(arg, _SAID) for arg in args])
    _counted(form, _count(form.__name__), args)
    return _GenericAlias(form.__origin__, args, form.__name__)

# Of a kind itself; a class of a program that derives from one is as list is.
def kind_subscribed(kind, item):
    name = kind.__name__
    if kind.__module__ != 'typing':
        return _Builtin(kind, item)
    if name == 'Callable':
        import _typing_more
        return _typing_more.callable_subscribed(kind, item)
    args = tuple([checked(arg, _SAID) for arg in (item if isinstance(item, tuple) else (item,))])
    _counted(repr(kind), _count(name), args)
    return _GenericAlias(kind, args, name)

# cls[item] of Generic, Protocol and the classes that derive from them.
def generic_subscribed(cls, item):
    args = item if isinstance(item, tuple) else (item,)
    if cls is Generic or cls is Protocol:
        if not args:
            raise TypeError('Parameter list to %s[...] cannot be empty' % (cls.__qualname__,))
        plain = True
        for arg in args:
            if hasattr(arg, '__typing_subst__'):
                continue
            if not getattr(arg, '__typing_is_unpacked_typevartuple__', False):
                raise TypeError('Parameters to %s[...] must all be type variables or parameter specification variables.'
                                % (cls.__name__,))
            plain = False
        if len(args) > 1 and len(set(args)) != len(args):
            raise TypeError('Parameters to %s[...] must all be unique' % (cls.__name__,))
        made = _GenericAlias(cls, args)
        if plain:
            made.__parameters__ = args
        return made
    args = tuple([each if isinstance(each, type) else _converted(each) for each in args])
    known = cls.__parameters__
    several = False
    for each in known:
        prepare = getattr(each, '__typing_prepare_subst__', None)
        if prepare is not None:
            args = tuple(prepare(cls, args))
            several = True
    if not known or len(args) != len(known):
        _counted(repr(cls), len(known), args)
    if several:
        flat = []
        for each, arg in zip(known, args):
            flat += arg if type(each).__name__ == 'TypeVarTuple' else (arg,)
        args = tuple(flat)
    return _GenericAlias(cls, args)

# The variables of a class with these bases.
def parameters_of(bases):
    found, listed = {}, None
    for base in bases:
        if isinstance(base, type):
            if base is Generic:
                raise TypeError('Cannot inherit from plain Generic')
            continue
        known = getattr(base, '__parameters__', ())
        if isinstance(base, _GenericAlias) and base.__origin__ is Generic:
            if listed is not None:
                raise TypeError('Cannot inherit from Generic[...] multiple times.')
            listed = known
        found |= dict.fromkeys(known)
    if listed is None:
        return tuple(found)
    missing = [str(each) for each in found if each not in listed]
    if missing:
        raise TypeError('Some type variables (%s) are not listed in Generic[%s]'
                        % (', '.join(missing), ', '.join([str(each) for each in listed])))
    return listed
