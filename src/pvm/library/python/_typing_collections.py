# The names that typing has for classes of collections.
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque

__all__ = ['ChainMap', 'Counter', 'DefaultDict', 'Deque', 'OrderedDict']

DefaultDict = defaultdict
Deque = deque
