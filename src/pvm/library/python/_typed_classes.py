# typing.NamedTuple and TypedDict: classes that a class statement describes and that are made as something else.
import named_tuples
from typing import Generic, _SpecialForm

__all__ = ['NamedTuple', 'NotRequired', 'Required', 'TypedDict', 'is_typeddict']

Required = _SpecialForm('Required')
NotRequired = _SpecialForm('NotRequired')

_FIXED = ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_field_types', '_make',
          '_replace', '_asdict', '_source')
_TOLD = ('__module__', '__name__', '__annotations__', '__qualname__')

class _NamedTupleMeta(type):
    def __new__(metacls, name, bases, space):
        if not bases:
            return super().__new__(metacls, name, bases, space)
        for base in bases:
            if base is not NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        types = space.get('__annotations__', {})
        defaults = {}
        for field in types:
            if field in space:
                defaults[field] = space[field]
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field%s %s'
                                % (field, 's' if len(defaults) > 1 else '', ', '.join(defaults)))
        fields = named_tuples.field_names_of(name, types, False)
        more = {'__annotations__': types}
        if Generic in bases:  # tuple, which stands before it, has one too
            more['__class_getitem__'] = Generic.__dict__['__class_getitem__']
        else:
            more['__orig_bases__'] = bases
        for key, value in space.items():
            if key in _FIXED:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in types:
                more[key] = value
        return named_tuples.named_tuple(name, fields, defaults, more, tuple([tuple if base is NamedTuple else base for base in bases]))

    def __call__(cls, typename, fields=None, /, **kwargs):
        if fields is not None and kwargs:
            raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
        types = dict(fields if fields is not None else kwargs)
        names = named_tuples.field_names_of(typename, types, False)
        return named_tuples.named_tuple(typename, names, {}, {'__annotations__': types, '__orig_bases__': (NamedTuple,)})

class NamedTuple(metaclass=_NamedTupleMeta):
    pass

# Whether an annotation says of its key that it is required; None: it says nothing.
def _says(annotation):
    if not isinstance(annotation, str):
        annotation = getattr(annotation, '__origin__', annotation)
        return True if annotation is Required else False if annotation is NotRequired else None
    head, _, inside = annotation.partition('[')
    head = head.rpartition('.')[2].strip()
    if head == 'Annotated':
        return _says(inside.strip())
    return True if head == 'Required' else False if head == 'NotRequired' else None

class _TypedDictMeta(type):
    def __new__(metacls, name, bases, space, total=True):
        if not bases:
            return super().__new__(metacls, name, bases, space)
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        known, required, optional = {}, {}, {}
        for base in bases:
            if base is not TypedDict and base is not Generic:
                known.update(base.__annotations__)
                required |= dict.fromkeys(base.__required_keys__)
                optional |= dict.fromkeys(base.__optional_keys__)
        own = space.get('__annotations__', {})
        for key, annotation in own.items():
            said = _says(annotation)
            here, there = (required, optional) if (total if said is None else said) else (optional, required)
            here[key] = None
            there.pop(key, None)
        made = super().__new__(metacls, name, (Generic, dict) if Generic in bases else (dict,), dict(space))
        made.__annotations__ = {**known, **own}
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        made.__total__ = total
        return made

    def __init__(cls, name, bases, space, total=True):
        pass

    def __call__(cls, /, *args, **kwargs):
        return dict(*args, **kwargs) if cls is not TypedDict else _typed_dict(*args, **kwargs)

    def __instancecheck__(cls, value):
        raise TypeError('TypedDict does not support instance and class checks')

    def __subclasscheck__(cls, kind):
        raise TypeError('TypedDict does not support instance and class checks')

class TypedDict(metaclass=_TypedDictMeta):
    pass

def _typed_dict(typename, fields=None, /, *, total=True, **kwargs):
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
    return _TypedDictMeta(typename, (TypedDict,), {'__annotations__': dict(fields)}, total=total)

def is_typeddict(tp):
    return type(tp) is _TypedDictMeta and tp is not TypedDict
