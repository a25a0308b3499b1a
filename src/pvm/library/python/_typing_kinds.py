# Kinds of typing that few programs ask for, and its protocols of one method.
from typing import Iterable, _Kind, Protocol, _KindMeta, _OURS, runtime_checkable

__all__ = ['AbstractSet', 'AsyncContextManager', 'AsyncGenerator', 'AsyncIterable', 'AsyncIterator', 'Awaitable', 'BinaryIO',
           'ByteString', 'Collection', 'Container', 'ContextManager', 'Coroutine', 'IO', 'ItemsView', 'KeysView', 'MappingView', 'Match',
           'MutableSet', 'Pattern', 'Reversible', 'Sized', 'SupportsAbs', 'SupportsBytes', 'SupportsComplex', 'SupportsFloat',
           'SupportsIndex', 'SupportsInt', 'SupportsRound', 'TextIO', 'ValuesView']

Sized = type.__new__(_KindMeta, 'Sized', (_Kind,), _OURS)
Container = type.__new__(_KindMeta, 'Container', (_Kind,), _OURS)
Collection = type.__new__(_KindMeta, 'Collection', (_Kind,), _OURS)
Reversible = type.__new__(_KindMeta, 'Reversible', (Iterable,), _OURS)
AbstractSet = type.__new__(_KindMeta, 'AbstractSet', (_Kind,), _OURS)
MutableSet = type.__new__(_KindMeta, 'MutableSet', (AbstractSet,), _OURS)
MappingView = type.__new__(_KindMeta, 'MappingView', (_Kind,), _OURS)
KeysView = type.__new__(_KindMeta, 'KeysView', (MappingView,), _OURS)
ItemsView = type.__new__(_KindMeta, 'ItemsView', (MappingView,), _OURS)
ValuesView = type.__new__(_KindMeta, 'ValuesView', (MappingView,), _OURS)
ByteString = type.__new__(_KindMeta, 'ByteString', (_Kind,), _OURS)
ContextManager = type.__new__(_KindMeta, 'ContextManager', (_Kind,), _OURS)
AsyncContextManager = type.__new__(_KindMeta, 'AsyncContextManager', (_Kind,), _OURS)
Awaitable = type.__new__(_KindMeta, 'Awaitable', (_Kind,), _OURS)
Coroutine = type.__new__(_KindMeta, 'Coroutine', (Awaitable,), _OURS)
AsyncIterable = type.__new__(_KindMeta, 'AsyncIterable', (_Kind,), _OURS)
AsyncIterator = type.__new__(_KindMeta, 'AsyncIterator', (AsyncIterable,), _OURS)
AsyncGenerator = type.__new__(_KindMeta, 'AsyncGenerator', (AsyncIterator,), _OURS)
# Nothing here is one of these; they are names for annotations.
Match = type.__new__(_KindMeta, 'Match', (_Kind,), _OURS)
Pattern = type.__new__(_KindMeta, 'Pattern', (_Kind,), _OURS)
IO = type.__new__(_KindMeta, 'IO', (_Kind,), _OURS)
BinaryIO = type.__new__(_KindMeta, 'BinaryIO', (IO,), _OURS)
TextIO = type.__new__(_KindMeta, 'TextIO', (IO,), _OURS)

@runtime_checkable
class SupportsComplex(Protocol):
    __slots__ = ()
    def __complex__(self): pass

@runtime_checkable
class SupportsFloat(Protocol):
    __slots__ = ()
    def __float__(self): pass

@runtime_checkable
class SupportsInt(Protocol):
    __slots__ = ()
    def __int__(self): pass

@runtime_checkable
class SupportsIndex(Protocol):
    __slots__ = ()
    def __index__(self): pass

@runtime_checkable
class SupportsAbs(Protocol):
    __slots__ = ()
    def __abs__(self): pass

@runtime_checkable
class SupportsBytes(Protocol):
    __slots__ = ()
    def __bytes__(self): pass

@runtime_checkable
class SupportsRound(Protocol):
    __slots__ = ()
    def __round__(self, ndigits=0): pass
