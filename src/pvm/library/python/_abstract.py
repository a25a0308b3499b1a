# What isinstance and issubclass say of the kinds and protocols of typing, and what a class that derives from a kind is given.
from _classes import define, mro, own
from typing import Generic, _Kind, Protocol

_nothing = object()
_KIND_NEW = own(_Kind, '__new__', None)
_KIND_NEW = getattr(_KIND_NEW, '__func__', _KIND_NEW)
_keys, _values, _items, _proxy = type({}.keys()), type({}.values()), type({}.items()), type({}.keys().mapping)
_sequences = (list, tuple, str, bytes, bytearray, range)

# Builtin classes that are of a kind as they stand.
_BUILTIN = {'Sequence': _sequences, 'MutableSequence': (list, bytearray), 'Mapping': (dict, _proxy), 'MutableMapping': (dict,),
            'AbstractSet': (set, frozenset, _keys, _items), 'MutableSet': (set,), 'MappingView': (_keys, _values, _items),
            'KeysView': (_keys,), 'ItemsView': (_items,), 'ValuesView': (_values,), 'ByteString': (bytes, bytearray),
            'Reversible': _sequences, 'Container': (_values,), 'Collection': (_values,)}
# Methods that builtin classes have in CPython and cannot be seen here.
_UNSEEN = {'__reversed__': (list, range, dict, _keys, _values, _items, _proxy), '__bytes__': (bytes,),
           '__call__': (type, type(len), type(mro), type([].append), type(lambda: 0), staticmethod)}
_UNHASHABLE = (slice, _keys, _items, _proxy)
# Any class that has all of these is of the kind.
_METHODS = {'Hashable': ('__hash__',), 'Sized': ('__len__',), 'Iterable': ('__iter__',), 'Container': ('__contains__',),
            'Callable': ('__call__',), 'Iterator': ('__iter__', '__next__'), 'Reversible': ('__reversed__', '__iter__'),
            'Collection': ('__len__', '__iter__', '__contains__'), 'Generator': ('__iter__', '__next__', 'send', 'throw', 'close'),
            'ContextManager': ('__enter__', '__exit__'), 'AsyncContextManager': ('__aenter__', '__aexit__'),
            'Awaitable': ('__await__',), 'Coroutine': ('__await__', 'send', 'throw', 'close'), 'AsyncIterable': ('__aiter__',),
            'AsyncIterator': ('__aiter__', '__anext__'), 'AsyncGenerator': ('__aiter__', '__anext__', 'asend', 'athrow', 'aclose')}
# What a class that derives from the kind has to have of its own, beside what it has to have of the kind above.
_NEEDED = {'Iterator': ('__next__',), 'Generator': ('send', 'throw'), 'Sequence': ('__getitem__', '__len__'),
           'MutableSequence': ('__setitem__', '__delitem__', 'insert'), 'Mapping': ('__getitem__', '__iter__', '__len__'),
           'MutableMapping': ('__setitem__', '__delitem__'), 'AbstractSet': ('__contains__', '__iter__', '__len__'),
           'MutableSet': ('add', 'discard'), 'ContextManager': ('__exit__',), 'AsyncContextManager': ('__aexit__',),
           'AsyncIterator': ('__anext__',), 'AsyncGenerator': ('asend', 'athrow'), 'Coroutine': ('__await__', 'send', 'throw')}

def _is_kind(cls):
    return cls.__module__ == 'typing' and _Kind in mro(cls)

def _has(kind, name):
    for base in mro(kind):
        found = own(base, name, _nothing)
        if name == '__hash__' and base in _UNHASHABLE:
            return False
        if found is not _nothing:
            return found is not None
        if base in _UNSEEN.get(name, ()):
            return True
    return False

def _named(kind, name):
    names = (name, 'Set') if name == 'AbstractSet' else (name,)
    for base in mro(kind):
        module = base.__module__
        if module in ('typing', 'collections.abc') and base.__name__ in names or base in _BUILTIN.get(name, ()):
            return True
        if module == 'collections' and base.__name__ == 'deque' and name in ('Sequence', 'MutableSequence'):
            return True
    return False

def _of_kind(name, kind):
    if kind in _BUILTIN.get(name, ()) or _named(kind, name) or name == 'Reversible' and _named(kind, 'Sequence'):
        return True
    return name in _METHODS and all([_has(kind, method) for method in _METHODS[name]])

_UNCOUNTED = ('__abstractmethods__', '__annotations__', '__class_getitem__', '__dict__', '__doc__', '__init__', '__module__', '__new__',
              '__orig_bases__', '__parameters__', '__qualname__', '__slots__', '__subclasshook__', '__weakref__', '_is_protocol',
              '_is_runtime_protocol', '_members_known', '__init_subclass__')

def _members(cls):
    known = own(cls, '_members_known', None)
    if known is None:
        known = cls._members_known = _members_found(cls)
    return known

def _members_found(cls):
    names = {}
    for base in mro(cls)[:-1]:
        if base in (Protocol, Generic, _Kind):
            continue
        if _is_kind(base):
            names |= dict.fromkeys(_METHODS.get(base.__name__, ()))
            continue
        for name in [*[name for name, _ in own(base, None, None)], *own(base, '__annotations__', {})]:
            if name not in _UNCOUNTED:
                names[name] = None
    return names

def _only_methods(cls, names):
    return all([callable(getattr(cls, name, None)) or _is_kind_method(cls, name) for name in names])

def _is_kind_method(cls, name):
    return any([_is_kind(base) and name in _METHODS.get(base.__name__, ()) for base in mro(cls)])

def _shows(value, name):
    return hasattr(value, name) or name in _UNSEEN and _has(type(value), name)

def _check_runtime(cls):
    if not getattr(cls, '_is_runtime_protocol', False):
        raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')

def has_instance(cls, value):
    if _is_kind(cls):
        if cls.__name__ == 'Callable':
            return callable(value) and not any([own(base, '__call__', _nothing) is None for base in mro(type(value))])
        return _of_kind(cls.__name__, type(value))
    if not getattr(cls, '_is_protocol', False):
        return cls in mro(type(value))
    _check_runtime(cls)
    names = _members(cls)
    if all([_shows(value, name) and not (callable(getattr(cls, name, None)) and getattr(value, name, True) is None) for name in names]):
        return True
    return cls in mro(type(value))

def has_subclass(cls, kind):
    if not isinstance(kind, type):
        raise TypeError('issubclass() arg 1 must be a class')
    if _is_kind(cls):
        return _of_kind(cls.__name__, kind)
    if getattr(cls, '_is_protocol', False):
        _check_runtime(cls)
        names = _members(cls)
        if not _only_methods(cls, names):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        if all([_has(kind, name) or _protocol_says(kind, name) for name in names]):
            return True
    return cls in mro(kind)

def _protocol_says(kind, name):
    return getattr(kind, '_is_protocol', False) and any([name in own(base, '__annotations__', {}) for base in mro(kind)])

_PROTOCOLS = ('Callable', 'Iterable', 'Iterator', 'Hashable', 'Sized', 'Container', 'Collection', 'Reversible')

# A class that derives from protocols. Those that are none themselves are made as if theirs had no __init__ but what others give them.
def derived(cls, no_init):
    if not cls._is_protocol:
        if cls.__init__ is no_init:
            inits = [own(base, '__init__', no_init) for base in mro(cls)[:-1]]
            define(cls, '__init__', next((init for init in inits if init is not no_init), object.__init__))
        return
    for base in cls.__bases__:
        if base in (object, Generic, Protocol) or _is_kind(base) and base.__name__ in _PROTOCOLS:
            continue
        if not own(base, '_is_protocol', False):
            raise TypeError('Protocols can only inherit from other protocols, got %r' % (base,))
    if cls.__init__ is object.__init__:
        define(cls, '__init__', no_init)

def _missing(bases, space):
    names = {}
    for base in bases:
        if _is_kind(base):
            names |= dict.fromkeys(_NEEDED.get(base.__name__) or _METHODS.get(base.__name__, ()))
    above = [base for base in bases if base is not object]
    return sorted([name for name in names if name not in space and all([own(base, name, _nothing) is _nothing for base in above])])

def refuse(cls, *args, **kwargs):
    names = _missing(mro(cls), {})
    if not names:
        return object.__new__(cls)
    raise TypeError("Can't instantiate abstract class %s with abstract method%s %s"
                    % (cls.__name__, 's' if len(names) > 1 else '', ', '.join(names)))

def _make(cls, *args, **kwargs):
    return object.__new__(cls)

# The bases of a class that derives from a kind, with what each kind gives; its body gets a __new__ that fits.
def prepared(bases, space):
    import _mixins
    more = []
    for base in bases:
        if _is_kind(base):
            mixin = getattr(_mixins, 'Set' if base.__name__ == 'AbstractSet' else base.__name__, None)
            if mixin is not None and mixin not in bases:
                more.append(mixin)
    bases = (*bases, *more)
    if '__new__' in space or Protocol in bases:
        return bases
    above = [each for base in bases for each in mro(base)]
    makers = [getattr(found, '__func__', found) for found in [own(base, '__new__', None) for base in above if base is not object] if found]
    if _missing(above, space):
        space['__new__'] = refuse
    elif makers[0] in (refuse, _KIND_NEW):
        space['__new__'] = _make
    return bases
