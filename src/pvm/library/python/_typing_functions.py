# typing.NewType, and the variants of functions that typing.overload describes.
from typing import _SpecialForm

__all__ = ['NewType', 'clear_overloads', 'get_overloads', 'overload']

class NewType:
    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[2]
        self.__module__ = '__main__'
        self.__supertype__ = tp
    def __call__(self, value, /):
        return value
    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: `%s = NewType(%r, %s)`'
                        % ('Derived', 'Derived', self.__name__))
    __or__, __ror__ = _SpecialForm.__or__, _SpecialForm.__ror__
    def __repr__(self):
        return self.__module__ + '.' + self.__qualname__

# The variants of functions, by module and name.
_overloads = {}

def overload(f):
    function = getattr(f, '__func__', f)
    _overloads.setdefault((function.__module__, function.__qualname__), []).append(f)
    return _only_described

def _only_described(*args, **kwargs):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions outside a stub '
                              'module should always be followed by an implementation that is not @overload-ed.')

def get_overloads(f):
    function = getattr(f, '__func__', f)
    return [*_overloads.get((function.__module__, function.__qualname__), ())]

def clear_overloads():
    _overloads.clear()
