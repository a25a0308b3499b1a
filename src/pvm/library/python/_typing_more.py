# Forms of typing with arguments that few programs use: Literal, Annotated, Callable and their like; and what is asked of any.
from _typing_aliases import _Builtin, _GenericAlias, _United, _converted, _shown, checked
from typing import Generic, _SpecialForm, _SpecialGenericAlias

__all__ = ['get_args', 'get_origin']

class _LiteralGenericAlias(_GenericAlias):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return set(_with_types(self.__args__)) == set(_with_types(other.__args__))

    def __hash__(self):
        return hash(frozenset(_with_types(self.__args__)))

    def __repr__(self):
        return 'typing.Literal[' + (', '.join([_shown(arg) for arg in self.__args__]) or '()') + ']'

class _CallableGenericAlias(_GenericAlias):
    def _with(self, args):
        whole = len(args) == 2 and isinstance(args[0], tuple) or _takes_any(args)
        return callable_subscribed(self.__origin__, (args[0] if whole else args[:-1], args[-1]))

    def __repr__(self):
        *taken, result = self.__args__
        if _takes_any(self.__args__):
            return 'typing.Callable[' + _shown(taken[0]) + ', ' + _shown(result) + ']'
        return 'typing.Callable[[' + ', '.join([_shown(arg) for arg in taken]) + '], ' + _shown(result) + ']'

class _AnnotatedAlias(_GenericAlias):
    def __init__(self, origin, args, metadata):
        super().__init__(origin, args, 'Annotated')
        self.__metadata__ = metadata

    def _with(self, args):
        return _AnnotatedAlias(args[0], args, self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __repr__(self):
        return 'typing.Annotated[' + ', '.join([_shown(self.__origin__), *[repr(each) for each in self.__metadata__]]) + ']'

class _ConcatenateGenericAlias(_GenericAlias):
    def _with(self, args):
        *first, last = args
        return (*first, *last) if isinstance(last, (tuple, list)) else super()._with(args)

class _UnpackGenericAlias(_GenericAlias):
    def __getattr__(self, name):
        if name == '__typing_is_unpacked_typevartuple__':
            return hasattr(self.__args__[0], '__typing_prepare_subst__')
        return super().__getattr__(name)

    def __getitem__(self, item):
        if self.__typing_is_unpacked_typevartuple__:
            return item if isinstance(item, tuple) else (item,)
        return super().__getitem__(item)

    def __repr__(self):
        return '*' + repr(self.__args__[0])

def _takes_any(args):
    return len(args) == 2 and (args[0] is ... or type(args[0]).__name__ in ('ParamSpec', '_ConcatenateGenericAlias'))

def _with_types(values):
    return [(value, type(value)) for value in values]

def _literal(form, item):
    flat = []
    for arg in item if isinstance(item, tuple) else (item,):
        flat += arg.__args__ if isinstance(arg, _LiteralGenericAlias) else (arg,)
    try:
        flat = [value for value, _ in dict.fromkeys(_with_types(flat))]
    except TypeError:
        pass
    return _LiteralGenericAlias(form, tuple(flat))

def _annotated(item):
    if not isinstance(item, tuple) or len(item) < 2:
        raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
    of = _converted(item[0])
    if not (isinstance(of, _GenericAlias) and type(of.__origin__) is _SpecialForm):
        of = checked(of, 'Annotated[t, ...]: t must be a type.')
    if isinstance(of, _AnnotatedAlias):
        return _AnnotatedAlias(of.__origin__, of.__args__, of.__metadata__ + item[1:])
    return _AnnotatedAlias(of, (of,), item[1:])

def callable_subscribed(origin, item):
    if not isinstance(item, tuple) or len(item) != 2:
        raise TypeError('Callable must be used as Callable[[arg, ...], result].')
    taken, result = item
    result = checked(result, 'Callable[args, result]: result must be a type.')
    if taken is not ...:
        taken = tuple([_converted(arg) for arg in taken]) if isinstance(taken, (list, tuple)) else (_converted(taken),)
        return _CallableGenericAlias(origin, (*taken, result), 'Callable')
    return _CallableGenericAlias(origin, (..., result), 'Callable')

# form[item] of typing.
def subscribed(form, item):
    name = form.__name__
    if name == 'Literal':
        return _literal(form, item)
    if name == 'Annotated':
        return _annotated(item)
    if name in ('ClassVar', 'Final', 'TypeGuard', 'Required', 'NotRequired', 'Unpack'):
        if name == 'ClassVar' and isinstance(item, _GenericAlias) and getattr(item.__origin__, '__name__', '') == 'Final':
            return _GenericAlias(form, (item,))
        made = _UnpackGenericAlias if name == 'Unpack' else _GenericAlias
        return made(form, (checked(item, '%s accepts only single type.' % (form,)),))
    if name == 'Concatenate':
        if item == ():
            raise TypeError('Cannot take a Concatenate of no types.')
        items = item if isinstance(item, tuple) else (item,)
        if items[-1] is not ... and type(items[-1]).__name__ != 'ParamSpec':
            raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
        return _ConcatenateGenericAlias(form, tuple([_converted(each) for each in items]))
    if name == 'Any':
        raise TypeError("type 'Any' is not subscriptable")
    raise TypeError('%s is not subscriptable' % (form,))

def get_origin(tp):
    if isinstance(tp, _AnnotatedAlias):
        from typing import Annotated
        return Annotated
    if isinstance(tp, (_GenericAlias, _SpecialGenericAlias, _Builtin)) or type(tp).__name__ in ('ParamSpecArgs', 'ParamSpecKwargs'):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, type) and type(tp).__name__ == '_KindMeta' and tp.__module__ == 'typing':
        return tp
    return _United if isinstance(tp, _United) else None

def get_args(tp):
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__, *tp.__metadata__)
    if isinstance(tp, _CallableGenericAlias) and not _takes_any(tp.__args__):
        return ([*tp.__args__[:-1]], tp.__args__[-1])
    return tp.__args__ if isinstance(tp, (_GenericAlias, _Builtin, _United)) else ()
