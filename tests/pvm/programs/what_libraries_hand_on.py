"""What json hands to a program's encoders and decoders, keywords for a __new__, and what a hook sees of a range, a template and
a dict that is copied."""
import json
from collections import OrderedDict, defaultdict
from functools import singledispatch
from operator import methodcaller
from string import Template
from typing import Literal

import pvm_host


def show(*v): pvm_host.emit_event('', ' '.join([repr(x) for x in v]).encode())
def guard(f, *args, **named):
    try: show(f(*args, **named))
    except Exception as e: show(type(e).__name__, str(e))


# All that dumps knows goes to the class, with what it does not know; of loads, what was given.
class Encoder(json.JSONEncoder):
    def __init__(self, *, extra=None, **rest):
        show(extra, rest)
        super().__init__(**rest)
        self.extra = extra

    def default(self, o):
        return self.extra

class Decoder(json.JSONDecoder):
    def __init__(self, *, extra=None, **rest):
        show(extra, rest)
        super().__init__(**rest)

guard(json.dumps, [b''], cls=Encoder, extra=5, indent=None, sort_keys=True)
guard(json.dumps, [b''], cls=Encoder)
guard(json.loads, '[1]', cls=Decoder, extra=5, object_hook=dict, parse_int=str, parse_float=None)
guard(json.loads, '"\t"', cls=Decoder, strict=False)
guard(json.loads, '"\t"', strict=False)
for call in [json.dumps, json.loads]:
    guard(call, '[1]', foo=3)
    guard(call, '[1]', cls=json.JSONEncoder if call is json.dumps else json.JSONDecoder, foo=3)
    guard(call, '[1]', '[2]')
    guard(call, '[1]', 2, 3, foo=True)
    guard(call, '[1]', 2, cls=None)
    guard(call)
guard(json.loads, s='[1]')
guard(json.loads, '1', s='[1]')
guard(json.dumps, obj=3)
guard(json.dumps, 3, obj=3)
guard(json.dumps, [1], separators=(1, 2))
guard(json.dumps, [1], separators=(',', 2))

# Keywords that a class's __new__ takes.
def takes_one_more(base):
    class Made(base):
        def __new__(cls, given, k=None):
            made = super().__new__(cls, given)
            made.k = k
            return made
    return Made

for base in [list, set, tuple, frozenset, dict, bytearray, int, Exception, KeyError]:
    made = takes_one_more(base)
    guard(lambda: made(3 if base is int else [], k=3).k)
    guard(made, 3 if base is int else [], 4)
guard([1].__init__, [2], k=3)
guard([1].__init__, [2, 3], 4)
guard({1}.__init__, [2], 4)

# A range asks each number of what says for itself what it equals.
asked = []
class Third:
    def __eq__(self, other):
        asked.append(other)
        return other % 3 == 2

class Any(int):
    def __eq__(self, other):
        return True

class Refuses:
    def __eq__(self, other):
        raise KeyError('no')

numbers = range(10)
guard(numbers.index, Third())
guard(numbers.count, Third())
show(asked, Third() in numbers, Any(50) in numbers, numbers.index(Any(50)), numbers.count(Any(50)), numbers.index(True), numbers.count(False))
guard(range(0).index, Third())
for item in ['a', 20, None, Refuses()]:
    guard(numbers.index, item)
    guard(numbers.count, item)

# A template looks a name up among the keywords, then in the mapping, and asks that for nothing else.
class Upper:
    def __getitem__(self, name):
        return name.upper()

guard(Template('$a $b').substitute, defaultdict(int), a=2)
guard(Template('$a $b').substitute, Upper(), a=2)
guard(Template('$a $b').safe_substitute, {'b': 1}, a=2)
guard(Template('$a $c').substitute, {'b': 1}, a=2)
class Other(Template):
    delimiter = '#'
show(Other('#a $b ##').substitute({'a': 1}))

# A hook that empties what is copied.
class Clears:
    def __hash__(self):
        return 0

    def __eq__(self, other):
        source.clear()
        return False

source = {i: 0 for i in range(1, 30)}
source[Clears()] = 0
guard({Clears(): 0, 1: 1}.update, source)

@singledispatch
def kind(value):
    return 'any'

guard(kind.register, list[int] | str)
guard(kind.register, list[int])

# Factories that are methods of what they serve, keywords of fromkeys, and of what methodcaller calls.
class Grows(defaultdict):
    def __init__(self):
        super().__init__(self._empty)

    def _empty(self):
        return []

grows = Grows()
grows['a'].append(1)
show(repr(grows)[:22], repr(grows)[-28:], dict(grows))
guard(OrderedDict.fromkeys, 'ab', value=3)
guard(OrderedDict.fromkeys, iterable='ab')
guard(dict.fromkeys, 'ab', value=3)
class Ordered(OrderedDict):
    pass
guard(Ordered.fromkeys, 'ab', 2)
guard(OrderedDict.fromkeys, 5)

class Called:
    @staticmethod
    def still():
        pass

    @classmethod
    def ours(cls):
        pass

    def hears(self, *args, **named):
        return args, named

guard(lambda: methodcaller('hears', 1, name='s', self='e')(Called()))
guard(methodcaller('hears', 1, name='s'), Called())
for name in ['still', 'ours']:
    show(repr(Called.__dict__[name])[:22], repr(Called.__dict__[name])[-2:])
show(staticmethod(3), classmethod(staticmethod('x')))

# The dict of a function may be another.
def plain(): pass
plain.a = 1
plain.__dict__ = {'b': 2}
show(plain.b, plain.__dict__, hasattr(plain, 'a'))
guard(lambda: setattr(plain, '__dict__', 3))
guard(lambda: delattr(plain, '__dict__'))
guard(min, [1], foo=1)
guard(max, [1], key=None, default=2, foo=1)
guard(b'ab'.translate, b'a', 1)
guard(b'ab'.translate, bytes(256), 1)
show(Literal[int], Literal['a', 1, None, b'x'], Literal[1, str])
