# The names that typing has for classes of collections.
from collections import Counter, OrderedDict, defaultdict, deque

__all__ = ['Counter', 'DefaultDict', 'Deque', 'OrderedDict']

DefaultDict = defaultdict
Deque = deque
