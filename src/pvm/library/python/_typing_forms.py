# Forms and functions of typing that few programs use.
from typing import TypeVar, _Form

__all__ = ['AnyStr', 'Concatenate', 'ForwardRef', 'LiteralString', 'ParamSpec', 'ParamSpecArgs', 'ParamSpecKwargs', 'TypeGuard',
           'TypeVarTuple', 'Unpack', 'assert_never', 'assert_type',
           'dataclass_transform', 'no_type_check_decorator', 'reveal_type']

AnyStr = TypeVar('AnyStr', bytes, str)
Concatenate = _Form('Concatenate')
LiteralString = _Form('LiteralString')
TypeGuard = _Form('TypeGuard')
Unpack = _Form('Unpack')

class _Part(_Form):
    def __repr__(self):
        return self.__name__

class _ParamSpecPart(_Form):
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

# A name for what is defined later. It is never looked up here.
class ForwardRef(_Form):
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

class TypeVarTuple(_Part):
    def __iter__(self):
        yield Unpack

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
