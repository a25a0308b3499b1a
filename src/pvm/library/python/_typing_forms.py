# Forms and functions of typing that few programs use.
from typing import TypeVar, _Form

__all__ = ['AnyStr', 'Concatenate', 'LiteralString', 'ParamSpec', 'TypeGuard', 'TypeVarTuple', 'Unpack', 'assert_never', 'assert_type',
           'dataclass_transform', 'no_type_check_decorator', 'reveal_type']

AnyStr = TypeVar('AnyStr', bytes, str)
Concatenate = _Form('Concatenate')
LiteralString = _Form('LiteralString')
TypeGuard = _Form('TypeGuard')
Unpack = _Form('Unpack')

class _Part(_Form):
    def __repr__(self):
        return self.__name__

class ParamSpec(TypeVar):
    def __init__(self, name, *, bound=None, covariant=False, contravariant=False):
        super().__init__(name, bound=bound, covariant=covariant, contravariant=contravariant)
        self.args = _Part(name + '.args')
        self.kwargs = _Part(name + '.kwargs')

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
