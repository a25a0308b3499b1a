# Kinds of typing that few programs ask for, and its protocols of one method.
from typing import Iterable, _Kind, Protocol, _KindMeta, _OURS, runtime_checkable

__all__ = ['AbstractSet', 'ByteString', 'Collection', 'Container', 'ItemsView', 'KeysView', 'MappingView', 'MutableSet', 'Reversible',
           'Sized', 'SupportsAbs', 'SupportsBytes', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ValuesView']

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

@runtime_checkable
class SupportsInt(Protocol):
    def __int__(self): pass

@runtime_checkable
class SupportsIndex(Protocol):
    def __index__(self): pass

@runtime_checkable
class SupportsAbs(Protocol):
    def __abs__(self): pass

@runtime_checkable
class SupportsBytes(Protocol):
    def __bytes__(self): pass

@runtime_checkable
class SupportsRound(Protocol):
    def __round__(self, ndigits=0): pass
