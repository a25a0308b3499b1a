# dataclasses: methods made from the annotated names of a class. Annotations are text here, so ClassVar,
# InitVar and KW_ONLY are known by their names.
from _classes import assign, define, mro, own, rebuilt, unassign

__all__ = ['FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING', 'Field', 'asdict', 'astuple', 'dataclass', 'field', 'fields',
           'is_dataclass', 'make_dataclass', 'replace']

class FrozenInstanceError(AttributeError):
    pass

class _Named:
    def __init__(self, text):
        self._text = text

    def __repr__(self):
        return self._text

class _MISSING_TYPE:
    pass

class _KW_ONLY_TYPE:
    pass

MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_FACTORY = _Named('<factory>')
_FIELD = _Named('_FIELD')
_FIELD_CLASSVAR = _Named('_FIELD_CLASSVAR')
_FIELD_INITVAR = _Named('_FIELD_INITVAR')

class InitVar:
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        return f'dataclasses.InitVar[{getattr(self.type, "__name__", repr(self.type))}]'

    def __class_getitem__(cls, type):
        return InitVar(type)

_MEMBER = type(InitVar.type)

class Field:
    __slots__ = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash', 'compare', 'metadata', 'kw_only', '_field_type')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = type(Field.__dict__)({} if metadata is None else metadata)
        self.kw_only = kw_only

    def __repr__(self):
        return (f'Field(name={self.name!r},type={self.type!r},default={self.default!r},default_factory={self.default_factory!r},'
                f'init={self.init!r},repr={self.repr!r},hash={self.hash!r},compare={self.compare!r},metadata={self.metadata!r},'
                f'kw_only={self.kw_only!r},_field_type={self._field_type})')

    def __set_name__(self, owner, name):
        hook = getattr(type(self.default), '__set_name__', None)
        if hook:
            hook(self.default, owner, name)

def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)

class _Params:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen):
        self.init = init
        self.repr = repr
        self.eq = eq
        self.order = order
        self.unsafe_hash = unsafe_hash
        self.frozen = frozen

    def __repr__(self):
        return (f'_DataclassParams(init={self.init!r},repr={self.repr!r},eq={self.eq!r},order={self.order!r},'
                f'unsafe_hash={self.unsafe_hash!r},frozen={self.frozen!r})')

# The last name of an annotation, before its brackets, at most one module's name in front of it.
def _head(annotation):
    if not isinstance(annotation, str):  # of make_dataclass, or of a class that wrote its __annotations__
        if annotation is InitVar or isinstance(annotation, InitVar):
            return 'InitVar'
        form = getattr(annotation, '__origin__', annotation)
        return 'KW_ONLY' if annotation is KW_ONLY else form.__name__ if type(form).__name__ == '_SpecialForm' else ''
    names = annotation.partition('[')[0].split('.')
    return names[-1].strip() if len(names) <= 2 else ''

def _unhashable(cls):
    for base in mro(cls):
        made = own(base, '__hash__', MISSING)
        if made is not MISSING:
            return made is None
    return False

def _read_field(cls, name, annotation, kw_only):
    default = getattr(cls, name, MISSING)
    if type(default) is _MEMBER:  # a base's slot
        default = MISSING
    f = default if isinstance(default, Field) else field(default=default)
    f.name = name
    f.type = annotation
    head = _head(annotation)
    f._field_type = _FIELD_CLASSVAR if head == 'ClassVar' else _FIELD_INITVAR if head == 'InitVar' else _FIELD
    if f._field_type is not _FIELD and f.default_factory is not MISSING:
        raise TypeError(f'field {name} cannot have a default factory')
    if f._field_type is _FIELD_CLASSVAR:
        if f.kw_only is not MISSING:
            raise TypeError(f'field {name} is a ClassVar but specifies kw_only')
    elif f.kw_only is MISSING:
        f.kw_only = kw_only
    if f._field_type is _FIELD and _unhashable(type(f.default)):
        raise ValueError(f'mutable default {type(f.default)} for field {name} is not allowed: use default_factory')
    return f

def _listed(names):
    names = [repr(name) for name in names]
    if len(names) <= 2:
        return ' and '.join(names)
    return ', '.join(names[:-1]) + ', and ' + names[-1]

def _too_many(title, names, required, given, kw_only_given):
    if required < len(names):
        takes = f'from {required + 1} to {len(names) + 1} positional arguments'
    else:
        takes = f'{len(names) + 1} positional argument' + ('s' if names else '')
    but = str(given + 1)
    if kw_only_given:
        but += f' positional arguments (and {kw_only_given} keyword-only argument' + ('s)' if kw_only_given > 1 else ')')
    raise TypeError(f'{title} takes {takes} but {but} were given')

def _make_init(cls, fields, frozen, post_init, slots):
    taken = [f for f in fields if f.init]
    names = [f.name for f in taken if not f.kw_only]
    only_names = [f.name for f in taken if f.kw_only]
    needed = {f.name for f in taken if f.default is MISSING and f.default_factory is MISSING}
    required, seen_default = 0, False
    for name in names:
        if name in needed:
            if seen_default:
                raise TypeError(f'non-default argument {name!r} follows default argument')
            required += 1
        else:
            seen_default = True
    known = {f.name for f in taken}
    values = {f.name: f.default if f.default_factory is MISSING else _FACTORY for f in taken if f.name not in needed}
    usual = tuple([values[name] for name in names[required:]]) or None
    usual_only = {name: values[name] for name in only_names if name in values} or None
    needed_only = [name for name in only_names if name in needed]
    title = f'{cls.__qualname__}.__init__()'
    steps = []
    for f in fields:
        default, factory = f.default, f.default_factory
        if not f.init and factory is MISSING and not (slots and default is not MISSING):
            continue
        steps.append((f.name, f.init, factory if factory is not MISSING else None, default, f._field_type is not _FIELD_INITVAR))
    passed_on = [f.name for f in fields if f._field_type is _FIELD_INITVAR]
    count = len(names)

    def __init__(self, /, *args, **kwargs):
        given = dict(zip(names, args))
        for name in kwargs:
            if name in given:
                raise TypeError(f"{title} got multiple values for argument '{name}'")
            if name not in known:
                raise TypeError(f"{title} got an unexpected keyword argument '{name}'")
            given[name] = kwargs[name]
        first, lacking = required, needed_only  # the number of parameters without a default, and keyword-only ones
        others = __init__.__defaults__ is not usual or __init__.__kwdefaults__ != usual_only
        if others:  # a program has given the function other defaults
            last, only = (__init__.__defaults__ or ())[-count:] if count else (), __init__.__kwdefaults__ or {}
            first, lacking = count - len(last), [name for name in only_names if name not in only]
        if len(args) > count:
            _too_many(title, names, first, len(args), len([name for name in only_names if name in kwargs]))
        if len(args) < first:
            missing = [name for name in names[:first] if name not in given]
            if missing:
                raise TypeError(f'{title} missing {len(missing)} required positional argument' + ('s: ' if len(missing) > 1 else ': ')
                                + _listed(missing))
        if lacking:
            missing = [name for name in lacking if name not in given]
            if missing:
                raise TypeError(f'{title} missing {len(missing)} required keyword-only argument' + ('s: ' if len(missing) > 1 else ': ')
                                + _listed(missing))
        if others:
            given = {**{name: value for name, value in (*zip(names[first:], last), *only.items())
                        if value is not _FACTORY and name in known}, **given}
        for name, init, factory, default, stored in steps:
            if name in given:
                value = given[name]
            elif factory is not None:
                value = factory()
            else:
                value = default
            if not stored:
                given[name] = value
            elif frozen:
                assign(self, name, value)
            else:
                setattr(self, name, value)
        if post_init:
            self.__post_init__(*[given[name] for name in passed_on])
    __init__.__defaults__, __init__.__kwdefaults__ = usual, usual_only and dict(usual_only)
    return __init__

_running = []

def _make_repr(names):
    def __repr__(self):
        for other in _running:
            if other is self:
                return '...'
        _running.append(self)
        try:
            return f"{self.__class__.__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"
        finally:
            _running.pop()
    return __repr__

def _values(self, names):
    return tuple([getattr(self, name) for name in names])

def _make_comparison(name, names):
    def __eq__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) == _values(other, names)
        return NotImplemented

    def __lt__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) < _values(other, names)
        return NotImplemented

    def __le__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) <= _values(other, names)
        return NotImplemented

    def __gt__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) > _values(other, names)
        return NotImplemented

    def __ge__(self, other):
        if other.__class__ is self.__class__:
            return _values(self, names) >= _values(other, names)
        return NotImplemented
    return {'__eq__': __eq__, '__lt__': __lt__, '__le__': __le__, '__gt__': __gt__, '__ge__': __ge__}[name]

def _make_frozen(cls, names):
    made = []

    def __setattr__(self, name, value):
        if type(self) is made[0] or name in names:
            raise FrozenInstanceError(f'cannot assign to field {name!r}')
        super(made[0], self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is made[0] or name in names:
            raise FrozenInstanceError(f'cannot delete field {name!r}')
        super(made[0], self).__delattr__(name)
    return made, __setattr__, __delattr__

def _make_hash(names):
    def __hash__(self):
        return hash(_values(self, names))
    return __hash__

# False: the class has it already. What derives from a protocol has object's __init__ as its own.
def _add(cls, name, value):
    found = own(cls, name, MISSING)
    if found is not MISSING and found is not object.__init__:
        return False
    if callable(value):
        value.__qualname__ = f'{cls.__qualname__}.{name}'
    define(cls, name, value)
    return True

def _signature(cls, fields):
    parts, only = [], False
    for f in [f for f in fields if not f.kw_only] + [f for f in fields if f.kw_only]:
        if not f.init:
            continue
        if f.kw_only and not only:
            only = True
            parts.append('*')
        default = f.default if f.default_factory is MISSING else _FACTORY
        parts.append(f'{f.name}: {f.type}' + ('' if default is MISSING else f' = {default!r}'))
    return f"{cls.__name__}({', '.join(parts)})"

def _collect(cls, frozen, kw_only):
    fields, bases, frozen_base = {}, False, False
    for base in mro(cls)[:0:-1]:
        inherited = getattr(base, '__dataclass_fields__', None)
        if inherited is not None:
            bases = True
            fields.update(inherited)
            frozen_base = frozen_base or base.__dataclass_params__.frozen
    annotations = own(cls, '__annotations__', {})
    own_fields, marked = [], False
    for name, annotation in annotations.items():
        if _head(annotation) in ('KW_ONLY', '_KW_ONLY_TYPE'):
            if marked:
                raise TypeError(f'{name!r} is KW_ONLY, but KW_ONLY has already been specified')
            marked = kw_only = True
        else:
            own_fields.append(_read_field(cls, name, annotation, kw_only))
    for f in own_fields:
        fields[f.name] = f
        if isinstance(getattr(cls, f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in own(cls, None, None):
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if bases and frozen_base and not frozen:
        raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
    if bases and frozen and not frozen_base:
        raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    return fields

def _add_hash(cls, params, explicit, names):
    if params.unsafe_hash:
        if explicit:
            raise TypeError(f'Cannot overwrite attribute __hash__ in class {cls.__name__}')
    elif explicit or not params.eq:
        return
    elif not params.frozen:
        define(cls, '__hash__', None)
        return
    made = _make_hash(names)
    made.__qualname__ = f'{cls.__qualname__}.__hash__'
    define(cls, '__hash__', made)

def _add_slots(cls, names):
    if own(cls, '__slots__', MISSING) is not MISSING:
        raise TypeError(f'{cls.__name__} already specifies __slots__')
    inherited = []
    for base in mro(cls)[1:-1]:
        slots = own(base, '__slots__', ())
        inherited += [slots] if isinstance(slots, str) else slots
    return rebuilt(cls, tuple([name for name in names if name not in inherited]), names)

def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    params = _Params(init, repr, eq, order, unsafe_hash, frozen)
    define(cls, '__dataclass_params__', params)
    fields = _collect(cls, frozen, kw_only)
    define(cls, '__dataclass_fields__', fields)
    own_hash = own(cls, '__hash__', MISSING)
    explicit_hash = not (own_hash is MISSING or own_hash is None and own(cls, '__eq__', MISSING) is not MISSING)
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    for_init = [f for f in fields.values() if f._field_type is not _FIELD_CLASSVAR]
    stored = [f for f in fields.values() if f._field_type is _FIELD]
    names = [f.name for f in stored]
    compared = [f.name for f in stored if f.compare]
    if init:
        _add(cls, '__init__', _make_init(cls, for_init, frozen, hasattr(cls, '__post_init__'), slots))
    if repr:
        _add(cls, '__repr__', _make_repr([f.name for f in stored if f.repr]))
    if eq:
        _add(cls, '__eq__', _make_comparison('__eq__', compared))
    if order:
        for name in ('__lt__', '__le__', '__gt__', '__ge__'):
            if not _add(cls, name, _make_comparison(name, compared)):
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering')
    made = []
    if frozen:
        made, on_set, on_delete = _make_frozen(cls, names)
        for name, method in (('__setattr__', on_set), ('__delattr__', on_delete)):
            if not _add(cls, name, method):
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}')
    _add_hash(cls, params, explicit_hash, [f.name for f in stored if (f.compare if f.hash is None else f.hash)])
    if not getattr(cls, '__doc__'):
        cls.__doc__ = _signature(cls, for_init)
    if match_args:
        _add(cls, '__match_args__', tuple([f.name for f in for_init if f.init and not f.kw_only]))
    if slots:
        cls = _add_slots(cls, names)
    made.append(cls)
    return cls

def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True, kw_only=False,
              slots=False, weakref_slot=False):
    def wrap(cls):
        if weakref_slot:
            raise TypeError('weak references are not available' if slots else 'weakref_slot is True but slots is False')
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return wrap if cls is None else wrap(cls)

def fields(class_or_instance):
    found = getattr(class_or_instance, '__dataclass_fields__', None)
    if found is None:
        raise TypeError('must be called with a dataclass type or instance')
    return tuple([f for f in found.values() if f._field_type is _FIELD])

def is_dataclass(obj):
    return hasattr(obj if isinstance(obj, type) else type(obj), '__dataclass_fields__')

def _is_instance(obj):
    return hasattr(type(obj), '__dataclass_fields__')

# As asdict and astuple take values: containers anew, objects of other classes as they are.
def _taken(obj, whole):
    if _is_instance(obj):
        return whole(obj)
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return type(obj)(*[_taken(v, whole) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_taken(v, whole) for v in obj])
    if isinstance(obj, dict):
        return type(obj)([(_taken(k, whole), _taken(v, whole)) for k, v in obj.items()])
    if isinstance(obj, (set, bytearray)):
        return type(obj)(obj)
    return obj

def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')

    def whole(obj):
        return dict_factory([(f.name, _taken(getattr(obj, f.name), whole)) for f in fields(obj)])
    return whole(obj)

def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')

    def whole(obj):
        return tuple_factory([_taken(getattr(obj, f.name), whole) for f in fields(obj)])
    return whole(obj)

def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in obj.__dataclass_fields__.values():
        if f._field_type is _FIELD_CLASSVAR:
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot be specified with replace()')
        elif f.name not in changes:
            if f._field_type is _FIELD_INITVAR and f.default is MISSING:
                raise ValueError(f'InitVar {f.name!r} must be specified with replace()')
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)

def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
                   frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False):
    from named_tuples import _KEYWORDS
    body, annotations = {} if namespace is None else dict(namespace), {}
    for item in fields:
        if isinstance(item, str):
            name, annotation = item, 'typing.Any'
        elif len(item) == 2:
            name, annotation = item
        elif len(item) == 3:
            name, annotation, body[item[0]] = item
        else:
            raise TypeError(f'Invalid field: {item!r}')
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f'Field names must be valid identifiers: {name!r}')
        if name in _KEYWORDS:
            raise TypeError(f'Field names must not be keywords: {name!r}')
        if name in annotations:
            raise TypeError(f'Field name duplicated: {name!r}')
        annotations[name] = annotation
    body['__annotations__'] = annotations
    made = rebuilt(cls_name, bases, body)
    return dataclass(made, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen, match_args=match_args,
                     kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)
