# Forms and functions of typing that few programs use.
from _typing_aliases import checked
from typing import TypeVar, _SpecialForm

__all__ = ['AnyStr', 'Concatenate', 'ForwardRef', 'LiteralString', 'ParamSpec', 'ParamSpecArgs', 'ParamSpecKwargs', 'TypeGuard',
           'TypeVarTuple', 'Unpack', 'assert_never', 'assert_type',
           'dataclass_transform', 'no_type_check_decorator', 'reveal_type']

AnyStr = TypeVar('AnyStr', bytes, str)
Concatenate = _SpecialForm('Concatenate')
LiteralString = _SpecialForm('LiteralString')
TypeGuard = _SpecialForm('TypeGuard')
Unpack = _SpecialForm('Unpack')

class _ParamSpecPart(_SpecialForm):
    def __init__(self, origin):
        self.__origin__ = origin
    def __eq__(self, other):
        return self.__origin__ == other.__origin__ if type(self) is type(other) else NotImplemented
    def __repr__(self):
        return self.__origin__.__name__ + self._part

class ParamSpecArgs(_ParamSpecPart):
    _part = '.args'

class ParamSpecKwargs(_ParamSpecPart):
    _part = '.kwargs'

class ParamSpec(TypeVar):
    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        super().__init__(name, bound=bound, covariant=covariant, contravariant=contravariant)
        self.args = ParamSpecArgs(self)
        self.kwargs = ParamSpecKwargs(self)
    def __typing_subst__(self, arg):
        if isinstance(arg, (list, tuple)):
            return tuple([checked(each, 'Expected a type.') for each in arg])
        if not _stands_for_parameters(arg):
            raise TypeError('Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got %s' % (arg,))
        return arg
    def __typing_prepare_subst__(self, alias, args):
        known = alias.__parameters__
        at = known.index(self)
        if at >= len(args):
            raise TypeError('Too few arguments for %s' % (alias,))
        if len(known) == 1 and not _stands_for_parameters(args[0]):
            return (args,)
        return (*args[:at], tuple(args[at]), *args[at + 1:]) if isinstance(args[at], list) else args

def _stands_for_parameters(arg):
    return arg is ... or isinstance(arg, (tuple, list, ParamSpec)) or getattr(arg, '__origin__', None) is Concatenate

# A name for what is defined later. It is never looked up here.
class ForwardRef(_SpecialForm):
    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError('Forward reference must be a string -- got %r' % (arg,))
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module
    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        return self.__forward_arg__ == other.__forward_arg__ and self.__forward_module__ == other.__forward_module__
    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))
    def __repr__(self):
        module = '' if self.__forward_module__ is None else ', module=%r' % (self.__forward_module__,)
        return 'ForwardRef(%r%s)' % (self.__forward_arg__, module)

class TypeVarTuple:
    def __init__(self, name):
        self.__name__ = name
    def __repr__(self):
        return self.__name__
    def __iter__(self):
        yield Unpack[self]
    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')
    def __typing_prepare_subst__(self, alias, args):
        known = alias.__parameters__
        left = known.index(self)
        right = len(known) - left - 1
        if any([isinstance(each, TypeVarTuple) for each in known[left + 1:]]):
            raise TypeError('More than one TypeVarTuple parameter in %s' % (alias,))
        if left + right > len(args):
            raise TypeError('Too few arguments for %s; actual %d, expected at least %d' % (alias, len(args), left + right))
        end = len(args) - right
        return (*args[:left], tuple(args[left:end]), *args[end:])

def assert_never(arg, /):
    value = repr(arg)
    if len(value) > 100:
        value = value[:100] + '...'
    raise AssertionError('Expected code to be unreachable, but got: ' + value)

def assert_type(val, typ, /):
    return val

def reveal_type(obj, /):
    return obj

def no_type_check_decorator(decorator):
    return decorator

def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False, field_specifiers=(), **kwargs):
    said = {'eq_default': eq_default, 'order_default': order_default, 'kw_only_default': kw_only_default,
            'field_specifiers': field_specifiers, 'kwargs': kwargs}
    def decorate(made):
        made.__dataclass_transform__ = said
        return made
    return decorate
