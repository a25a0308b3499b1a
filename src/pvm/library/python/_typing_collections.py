# The names that typing has for classes of collections.
import collections
from typing import _SpecialGenericAlias

__all__ = ['ChainMap', 'Counter', 'DefaultDict', 'Deque', 'OrderedDict']

ChainMap = _SpecialGenericAlias('ChainMap', collections.ChainMap)
Counter = _SpecialGenericAlias('Counter', collections.Counter)
DefaultDict = _SpecialGenericAlias('DefaultDict', collections.defaultdict)
Deque = _SpecialGenericAlias('Deque', collections.deque)
OrderedDict = _SpecialGenericAlias('OrderedDict', collections.OrderedDict)
