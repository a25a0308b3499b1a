# collections.UserString: text in `data`, with the methods of str; arguments may be of the class where it takes them apart.
from _mixins import Sequence

__all__ = ['UserString']

_END = (1 << 63) - 1

def _data_of(other):
    return other.data if isinstance(other, UserString) else other

class UserString(Sequence):
    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else seq.data[:] if isinstance(seq, UserString) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __hash__(self):
        return hash(self.data)

    def __getnewargs__(self):
        return (self.data[:],)

    def __eq__(self, other):
        return self.data == _data_of(other)

    def __lt__(self, other):
        return self.data < _data_of(other)

    def __le__(self, other):
        return self.data <= _data_of(other)

    def __gt__(self, other):
        return self.data > _data_of(other)

    def __ge__(self, other):
        return self.data >= _data_of(other)

    def __contains__(self, char):
        return _data_of(char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + (_data_of(other) if isinstance(other, (UserString, str)) else str(other)))

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    maketrans = str.maketrans

    def capitalize(self): return self.__class__(self.data.capitalize())
    def casefold(self): return self.__class__(self.data.casefold())
    def center(self, width, *args): return self.__class__(self.data.center(width, *args))
    def expandtabs(self, tabsize=8): return self.__class__(self.data.expandtabs(tabsize))
    def ljust(self, width, *args): return self.__class__(self.data.ljust(width, *args))
    def lower(self): return self.__class__(self.data.lower())
    def lstrip(self, chars=None): return self.__class__(self.data.lstrip(chars))
    def rjust(self, width, *args): return self.__class__(self.data.rjust(width, *args))
    def rstrip(self, chars=None): return self.__class__(self.data.rstrip(chars))
    def strip(self, chars=None): return self.__class__(self.data.strip(chars))
    def swapcase(self): return self.__class__(self.data.swapcase())
    def title(self): return self.__class__(self.data.title())
    def translate(self, *args): return self.__class__(self.data.translate(*args))
    def upper(self): return self.__class__(self.data.upper())
    def zfill(self, width): return self.__class__(self.data.zfill(width))
    def endswith(self, suffix, start=0, end=_END): return self.data.endswith(suffix, start, end)
    def format_map(self, mapping): return self.data.format_map(mapping)
    def index(self, sub, start=0, end=_END): return self.data.index(sub, start, end)
    def isalpha(self): return self.data.isalpha()
    def isalnum(self): return self.data.isalnum()
    def isascii(self): return self.data.isascii()
    def isdecimal(self): return self.data.isdecimal()
    def isdigit(self): return self.data.isdigit()
    def isidentifier(self): return self.data.isidentifier()
    def islower(self): return self.data.islower()
    def isnumeric(self): return self.data.isnumeric()
    def isprintable(self): return self.data.isprintable()
    def isspace(self): return self.data.isspace()
    def istitle(self): return self.data.istitle()
    def isupper(self): return self.data.isupper()
    def join(self, seq): return self.data.join(seq)
    def partition(self, sep): return self.data.partition(sep)
    def rindex(self, sub, start=0, end=_END): return self.data.rindex(sub, start, end)
    def rpartition(self, sep): return self.data.rpartition(sep)
    def split(self, sep=None, maxsplit=-1): return self.data.split(sep, maxsplit)
    def rsplit(self, sep=None, maxsplit=-1): return self.data.rsplit(sep, maxsplit)
    def splitlines(self, keepends=False): return self.data.splitlines(keepends)
    def startswith(self, prefix, start=0, end=_END): return self.data.startswith(prefix, start, end)
    def format(self, /, *args, **kwds): return self.data.format(*args, **kwds)
    def count(self, sub, start=0, end=_END): return self.data.count(_data_of(sub), start, end)
    def find(self, sub, start=0, end=_END): return self.data.find(_data_of(sub), start, end)
    def rfind(self, sub, start=0, end=_END): return self.data.rfind(_data_of(sub), start, end)
    def removeprefix(self, prefix, /): return self.__class__(self.data.removeprefix(_data_of(prefix)))
    def removesuffix(self, suffix, /): return self.__class__(self.data.removesuffix(_data_of(suffix)))
    def replace(self, old, new, maxsplit=-1): return self.__class__(self.data.replace(_data_of(old), _data_of(new), maxsplit))
    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode('utf-8' if encoding is None else encoding, 'strict' if errors is None else errors)
