#!/usr/bin/env python3
"""Containers that change during an operation: every operation, with every hook that it may call, which
takes away, adds or replaces what the container holds.

changing_containers.py [--driver PROGRAM] [--every N] [--first N] [--cpython] [--print N]

The VM must come to the end of every program; with a driver that was built with sanitizers, without touching what is
not its own. --cpython shows where CPython answers otherwise: in places that nobody leans on, so it is no test. What
CPython says does not count where it crashes itself, nor where generated/differences.py states a difference."""
import sys

from generated.evil import run
from generated.program import PRELUDE

HOOK = """\
class Hook:
    def __init__(self, value=1):
        self.value = value
        self.armed = True
    def run(self):
        if self.armed:
            self.armed = False
            change()
    def __index__(self):
        self.run()
        return self.value
    __int__ = __index__
    def __eq__(self, other):
        self.run()
        return self.value == getattr(other, 'value', other)
    def __hash__(self):
        self.run()
        return hash(self.value)
    def __lt__(self, other):
        self.run()
        return self.value < getattr(other, 'value', other)
    def __repr__(self):
        self.run()
        return 'hook'
    def __bool__(self):
        self.run()
        return True
    def __len__(self):
        self.run()
        return self.value
    def __add__(self, other):
        self.run()
        return self.value
    __radd__ = __add__
class Items:
    def __init__(self, items=(7, 8)):
        self.items = items
    def __iter__(self):
        yield self.items[0]
        change()
        yield from self.items[1:]
class Long(Items):
    def __len__(self):
        change()
        return 2
class Keyed:
    def keys(self):
        change()
        return [1, 2]
    def __getitem__(self, key):
        change()
        return key
def changing(value):
    change()
    return value
def by_change(value):
    change()
    return 0
"""

# A container: how it is made without and with hooks in it, and what a hook does to it.
SEQUENCE_CHANGES = ("c.clear()", "c.pop()", "del c[1:]", "c.extend([5] * 100)", "c[:] = [9]", "c.insert(0, 4)", "c.reverse()",
                    "c *= 3", "c += c")
CONTAINERS = {
    "list": (("[1, 2, 3, 4, 5, 6]", "[Hook(2), 1, Hook(1), 3, Hook(2), 0]"), (*SEQUENCE_CHANGES, "c.sort(key=str)", "c.remove(c[-1])")),
    "bytearray": (("bytearray(b'abcdef')",), SEQUENCE_CHANGES),
    "dict": (("{1: 1, 2: 2, 3: 3}", "{Hook(i): Hook(i) for i in (1, 2, 3)}", "{i: Hook(1) for i in range(20)}"),
             ("c.clear()", "c.popitem()", "c.update({i + 50: i for i in range(100)})", "c.pop(1, 0)", "c[1] = 7", "c.setdefault(99, 1)")),
    "set": (("{1, 2, 3}", "{Hook(1), Hook(2), Hook(3)}", "set(range(20)) | {Hook(30)}"),
            ("c.clear()", "c.pop()", "c.update(range(50, 150))", "c.discard(1)", "c.add(77)", "c.intersection_update({1})")),
    "collections.deque": (("collections.deque([1, 2, 3, 4])", "collections.deque([Hook(2), 1, Hook(1), 3], 5)"),
                          ("c.clear()", "c.pop()", "c.extend([5] * 100)", "c.rotate(1)", "c.appendleft(4)")),
}
SEQUENCE = """\
c[Hook()]; c[Hook(-1)]; c[Hook():]; c[:Hook(3)]; c[::Hook(2)]; c[Hook(5):Hook(0):Hook(-1)]; c[Hook(0):Hook(2)]
put(Hook(), 65); put(Hook(-1), 66); put(slice(Hook(), None), [65]); put(slice(None, Hook(3)), [65]); put(slice(Hook(), Hook(4)), [65] * 9)
put(slice(None, None, Hook(2)), [65, 66, 67]); put(slice(Hook(), Hook(3)), Items()); put(slice(1, 3), Items()); put(slice(1, 3), c)
put(0, Hook(65)); put(slice(None, None, 2), Items((1, 2, 3))); put(slice(1, 3), [Hook(65), 66]); put(-1, Hook(65))
drop(Hook()); drop(Hook(-1)); drop(slice(Hook(), None)); drop(slice(None, Hook(3))); drop(slice(Hook(0), None, Hook(2)))
drop(slice(Hook(5), Hook(0), Hook(-2))); drop(slice(Hook(1), Hook(4)))
c.insert(Hook(), 65); c.insert(0, Hook(65)); c.insert(Hook(-1), Hook(66)); c.insert(Hook(6), 67); c.pop(Hook()); c.pop(Hook(-1)); c.pop(Hook(5))
c.index(Hook()); c.index(1, Hook(0)); c.index(1, Hook(0), Hook(6)); c.index(Hook(99), Hook(0), Hook(6)); c.count(Hook()); c.remove(Hook())
c.remove(Hook(65)); Hook() in c; Hook(99) in c; c * Hook(2); Hook(2) * c; times(Hook(3)); c.extend(Items()); c.extend(Long()); c.extend(c)
c.append(Hook(65)); plus(Items()); plus(Long()); plus(c); c + [Hook()]; [*c, *Items()]
""".replace("\n", ";")
COMMON = """\
c == type(c)(c); [Hook()] == c; c == c; c != other; c < other; c <= other; other > c; repr(c); str(c); '%s' % (c,); f'{c!r}'; list(map(changing, c))
list(filter(changing, c)); sorted(c, key=by_change); sorted(c, key=changing); min(c, key=by_change); max(c, key=changing); any(map(by_change, c))
all(map(changing, c)); sum(map(changing, c)); ','.join(map(str, map(changing, c))); list(zip(c, map(changing, c))); [changing(x) for x in c]
{changing(1): x for x in c}; tuple(c); set(c); list(c); frozenset(c); dict.fromkeys(c, 1); list(enumerate(map(changing, c))); list(reversed(c))
c.copy(); bytes(c); bytearray(c); bytearray(Items()); sum(c); min(c); max(c); sorted(c); len(c); print_all(*c); hash(tuple(c)); json.dumps(c)
[*c, changing(1)]; functools.reduce(lambda a, b: changing(a), c); list(itertools.chain(c, map(changing, c)))
list(itertools.accumulate(c)); list(itertools.islice(c, Hook(2))); range(Hook(), Hook(5))[Hook()]; any(c); all(c); c and changing(c)
collections.Counter(c); dict(zip(c, c)); struct.pack('2B', Hook(), Hook()); b''.join([c, changing(b'x'), c]); isinstance(c, (list, dict)) and changing(c)
"""
LIST = "c.sort(); c.sort(key=changing); c.sort(key=by_change, reverse=True); c.reverse()"
BYTES = """\
c.find(Hook(97)); c.find(b'd', Hook(0)); c.find(b'd', Hook(0), Hook(6)); c.rfind(b'd', Hook(0), Hook(6)); c.rindex(b'd', Hook(0)); c.count(b'd', Hook(0))
c.startswith(b'a', Hook(0)); c.endswith(b'f', Hook(0), Hook(6)); c.startswith(b'cd', Hook(2), Hook(6)); c.hex(':', Hook(2)); c.replace(b'a', b'bb', Hook(1))
c.split(b'c', Hook(1)); c.rsplit(b'c', Hook(1)); c.split(None, Hook(1)); c.center(Hook(9)); c.ljust(Hook(9), b'x'); c.zfill(Hook(9)); c.expandtabs(Hook(9))
c.join([b'x', b'y']); c.join(Items((b'x', b'y'))); c.join([c, c]); c % (Hook(),); b'%c' % Hook(97); b'%d' % Hook(); c.decode(); c.translate(c)
int(c, Hook(16)); c.splitlines(Hook(1)); c.removeprefix(c); c.strip(c); c.partition(c)
"""
DICT = """\
c[Hook()]; c[Hook(99)]; c.get(Hook()); c.get(Hook(99), 5); put(Hook(), 1); put(Hook(99), 1); drop(Hook()); drop(Hook(99)); c.pop(Hook()); c.pop(Hook(99), 0)
c.setdefault(Hook(), 1); c.setdefault(Hook(99), 1); Hook() in c; Hook(99) in c; c.update({Hook(): 1}); c.update(Keyed()); c.update([(Hook(), 1), (Hook(99), 2)])
c.update(Items(((1, 2), (3, 4)))); c | {Hook(): 1}; {Hook(): 1} | c; merge({Hook(): 1}); {**c, Hook(): 1}; dict(c, a=1); dict(Keyed()); c.keys() & {Hook()}
c.keys() | [Hook()]; c.keys() - [Hook()]; c.keys() ^ [Hook()]; c.items() & {(1, Hook())}; c.keys() == {Hook(), 2, 3}; c.items() == {(1, 1), (2, 2), (3, Hook(3))}
(1, Hook()) in c.items(); Hook() in c.values(); list(c.items()); [changing(x) for x in c.items()]; [changing(x) for x in c.values()]; c.keys().isdisjoint([Hook()])
c.keys() <= {Hook(), 2, 3}; c.items() <= {(1, 1)}; print_named(**{str(changing(k)): 1 for k in c}); json.dumps({1: c, 2: [changing(1)]}); repr(c.items()); repr(c.values())
collections.OrderedDict(c) == c; collections.Counter(c) + collections.Counter(c); collections.ChainMap(c, c)[Hook()]; type('C', (), {'a': c}).a == other
match_mapping()
"""
SET = """\
Hook() in c; Hook(99) in c; c.add(Hook()); c.add(Hook(99)); c.discard(Hook()); c.discard(Hook(99)); c.remove(Hook()); c.remove(Hook(99)); c.update([Hook(), Hook(99)])
c.update(Items()); c | {Hook()}; c & {Hook()}; {Hook()} & c; c - {Hook()}; {Hook()} - c; c ^ {Hook()}; c.union([Hook()]); c.intersection([Hook(), 1, 2])
c.intersection(Items((1, 2))); c.difference([Hook(), 1]); c.difference(Items((1, 2))); c.symmetric_difference([Hook(), Hook(99)]); c.intersection_update([Hook(), 1])
c.difference_update([Hook(), 1]); c.difference_update(Items((1, 2))); c.symmetric_difference_update([Hook(), 2]); c.symmetric_difference_update(Items((1, 9)))
c.isdisjoint([Hook(99), Hook()]); c.issubset([Hook(), 2, 3, 4]); c.issuperset([Hook(), 2]); c.issuperset(Items((1, 2))); c <= {Hook(), 2, 3}; c < {Hook(), 2, 3, 4}
c >= {Hook()}; c == {Hook(), 2, 3}; frozenset(c) == {Hook(), 2, 3}; hash(frozenset(c)); c.pop(); meet({Hook(), 2}); join({Hook(), 9}); lose({Hook(), 2}); flip({Hook(), 9})
c.difference_update(c); c.update(c); c.symmetric_difference_update(c); meet(c)
"""
DEQUE = """\
c[Hook()]; c[Hook(-1)]; put(Hook(), 5); drop(Hook()); c.insert(Hook(), 5); c.index(Hook()); c.index(3, Hook(0)); c.count(Hook()); c.remove(Hook()); Hook(99) in c
c.rotate(Hook(2)); c.extend(Items()); c.extendleft(Items()); plus(Items()); c * Hook(2); times(Hook(2)); c + collections.deque([Hook()]); c.extend(c); c.reverse()
"""
OPERATIONS = {"list": SEQUENCE + LIST, "bytearray": SEQUENCE + BYTES, "dict": DICT, "set": SET, "collections.deque": DEQUE}

# How a program is: every operation on a container made anew, then what is left of it.
CASE = """\
other = {made}
def one(operation):
    global c, other
    c = {made}
    other = {made}
    guard(operation)
    for item in c:
        if isinstance(item, Hook):
            item.armed = False
    if type(c) is dict:
        for item in c.values():
            if isinstance(item, Hook):
                item.armed = False
    show(c)
changes = 0
def change():
    global c, changes
    changes += 1
    if changes > 3:
        return
    old = c
    {change}
    c = old
def put(key, value):
    c[key] = value
def drop(key):
    del c[key]
def times(n):
    global c
    c *= n
def plus(more):
    global c
    c += more
def merge(more):
    global c
    c |= more
join = merge
def meet(more):
    global c
    c &= more
def lose(more):
    global c
    c -= more
def flip(more):
    global c
    c ^= more
def print_all(*values):
    return len(values)
def print_named(**values):
    return len(values)
def match_mapping():
    match c:
        case {{1: x, 2: y, **rest}} if changing(True):
            return x, y, rest
one(lambda: {operation})
"""


def programs():
    """Names, and functions that give the sources, of all of them."""
    imports = "import collections, functools, itertools, json, struct\n"
    for container, (ways, changes) in CONTAINERS.items():
        operations = [o.strip() for o in (OPERATIONS[container] + ";" + COMMON).replace("\n", ";").split(";") if o.strip()]
        for made in ways:
            for change in changes:
                for operation in operations:
                    case = CASE.format(made=made, change=change, operation=operation)
                    yield f"{operation} on {made} where a hook does {change}", lambda case=case: imports + PRELUDE + HOOK + case


if __name__ == "__main__":
    sys.exit(run(__doc__, programs()))
