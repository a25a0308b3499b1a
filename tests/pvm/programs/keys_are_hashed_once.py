# How often a key is hashed: once where it is new to a table, never where a table has its hash already.
import functools
import itertools
import operator
import pvm_host
from collections import ChainMap, Counter, OrderedDict, defaultdict, UserDict

class Counted:
    calls = 0
    eqs = 0
    def __init__(self, name): self.name = name
    def __hash__(self):
        Counted.calls += 1
        return hash(self.name)
    def __eq__(self, other):
        Counted.eqs += 1
        return self.name == other.name
    def __lt__(self, other): return self.name < other.name

class Other: pass

keys = [Counted(n) for n in range(4)]
new = Counted(77)
def table(): return {k: 1 for k in keys}
TABLE = table()
SOME = set(keys)
FRO = frozenset(keys)
OD = OrderedDict.fromkeys(keys, 1)
DD = defaultdict(int, TABLE)
class Sub(dict): pass
class SubSet(set): pass
class SubCounter(Counter):
    def get(self, k, d=None): return super().get(k, d)
SUB = Sub(TABLE); SUBSET = SubSet(SOME); CT = Counter(TABLE)
class UD(UserDict): pass
def d(): return dict(TABLE)
def s(): return set(SOME)
def od(): return OrderedDict(OD)

def aug(kind, k):
    c = kind
    c[k] += 1
def setitem(c, k, v=5): c[k] = v
def delitem(c, k): del c[k]
@functools.lru_cache
def cached(x): return 1
@functools.cache
def cached2(x, y=1): return 1
@functools.singledispatch
def single(x): return 1
TESTS = {
    "set item new": lambda: setitem({}, new),
    "set item known": lambda: setitem(d(), keys[0]),
    "get item": lambda: TABLE[keys[0]],
    "get item missing": lambda: TABLE.get(new),
    "del item": lambda: delitem(d(), keys[0]),
    "in": lambda: new in TABLE,
    "not in": lambda: new not in TABLE,
    "get default": lambda: TABLE.get(new, 1),
    "setdefault new": lambda: d().setdefault(new, 1),
    "setdefault known": lambda: d().setdefault(keys[0], 1),
    "pop known": lambda: d().pop(keys[0]),
    "pop missing default": lambda: d().pop(new, 1),
    "pop empty": lambda: {}.pop(new, 1),
    "popitem": lambda: d().popitem(),
    "aug dict": lambda: aug(d(), keys[0]),
    "aug dd new": lambda: aug(defaultdict(int), new),
    "aug dd known": lambda: aug(defaultdict(int, TABLE), keys[0]),
    "aug counter new": lambda: aug(Counter(), new),
    "aug counter": lambda: aug(Counter(TABLE), keys[0]),
    "dd get item new": lambda: defaultdict(list)[new],
    "dd get item": lambda: DD[keys[0]],
    "sub set": lambda: setitem(Sub(), new),
    "sub get": lambda: SUB[keys[0]],
    "sub setdefault": lambda: Sub().setdefault(new, 1),
    "sub fromkeys dict": lambda: Sub.fromkeys(TABLE),
    "sub fromkeys list": lambda: Sub.fromkeys(keys),
    "Sub(table)": lambda: Sub(TABLE),
    "dict(sub)": lambda: dict(SUB),
    "sub | table": lambda: SUB | TABLE,
    "table | sub": lambda: TABLE | SUB,
    "od set": lambda: setitem(OrderedDict(), new),
    "od get": lambda: OD[keys[0]],
    "od in": lambda: keys[0] in OD,
    "od(pairs)": lambda: OrderedDict([(k, 1) for k in keys]),
    "od == dict": lambda: OD == TABLE,
    "od fromkeys": lambda: OrderedDict.fromkeys(keys),
    "od fromkeys dict": lambda: OrderedDict.fromkeys(TABLE),
    "dict(pairs)": lambda: dict([(k, 1) for k in keys]),
    "dict(zip)": lambda: dict(zip(keys, keys)),
    "comprehension": lambda: {k: 1 for k in keys},
    "set comp": lambda: {k for k in keys},
    "literal": lambda: {keys[0]: 1, keys[1]: 2},
    "set literal": lambda: {keys[0], keys[1]},
    "update dict": lambda: {}.update(TABLE),
    "update known": lambda: d().update(TABLE),
    "update pairs": lambda: {}.update([(k, 1) for k in keys]),
    "**": lambda: {**TABLE},
    "** two": lambda: {**TABLE, **SUB},
    "|=": lambda: operator.ior(d(), TABLE),
    "|": lambda: TABLE | TABLE,
    "== ": lambda: TABLE == d(),
    "== sub": lambda: TABLE == SUB,
    "keys & list": lambda: TABLE.keys() & keys,
    "keys & keys": lambda: TABLE.keys() & TABLE.keys(),
    "keys & set": lambda: TABLE.keys() & SOME,
    "keys | list": lambda: TABLE.keys() | keys,
    "keys - set": lambda: TABLE.keys() - SOME,
    "keys ^ set": lambda: TABLE.keys() ^ SOME,
    "keys == set": lambda: TABLE.keys() == SOME,
    "keys <= set": lambda: TABLE.keys() <= SOME,
    "keys isdisjoint": lambda: TABLE.keys().isdisjoint(SOME),
    "items & items": lambda: TABLE.items() & TABLE.items(),
    "in items": lambda: (keys[0], 1) in TABLE.items(),
    "items == items": lambda: TABLE.items() == d().items(),
    "items | items": lambda: TABLE.items() | TABLE.items(),
    "items - items": lambda: TABLE.items() - TABLE.items(),
    "in keys": lambda: keys[0] in TABLE.keys(),
    "set(keys)": lambda: set(TABLE.keys()),
    "set(items)": lambda: set(TABLE.items()),
    "fromkeys list": lambda: dict.fromkeys(keys),
    "fromkeys dict": lambda: dict.fromkeys(TABLE),
    "fromkeys set": lambda: dict.fromkeys(SOME),
    "fromkeys frozenset": lambda: dict.fromkeys(FRO),
    "fromkeys keys": lambda: dict.fromkeys(TABLE.keys()),
    "fromkeys sub": lambda: dict.fromkeys(SUB),
    "fromkeys subset": lambda: dict.fromkeys(SUBSET),
    "add new": lambda: s().add(new),
    "add known": lambda: s().add(keys[0]),
    "discard": lambda: s().discard(keys[0]),
    "remove": lambda: s().remove(keys[0]),
    "discard new": lambda: s().discard(new),
    "pop set": lambda: s().pop(),
    "in set": lambda: new in SOME,
    "set(list)": lambda: set(keys),
    "set(set)": lambda: set(SOME),
    "set(dict)": lambda: set(TABLE),
    "set(frozen)": lambda: set(FRO),
    "set(sub)": lambda: set(SUB),
    "frozenset(list)": lambda: frozenset(keys),
    "frozenset(set)": lambda: frozenset(SOME),
    "frozenset(frozenset)": lambda: frozenset(FRO),
    "frozenset(dict)": lambda: frozenset(TABLE),
    "SubSet(set)": lambda: SubSet(SOME),
    "set(SubSet)": lambda: set(SUBSET),
    "update list": lambda: set().update(keys),
    "update set": lambda: set().update(SOME),
    "update dict s": lambda: set().update(TABLE),
    "union list": lambda: SOME.union(keys),
    "union dict": lambda: SOME.union(TABLE),
    "inter list": lambda: SOME.intersection(keys),
    "inter set": lambda: SOME.intersection(FRO),
    "diff list": lambda: SOME.difference(keys),
    "diff dict": lambda: SOME.difference(TABLE),
    "diff set": lambda: SOME.difference(FRO),
    "symdiff list": lambda: SOME.symmetric_difference(keys),
    "symdiff dict": lambda: SOME.symmetric_difference(TABLE),
    "symdiff set": lambda: SOME.symmetric_difference(FRO),
    "&=": lambda: operator.iand(s(), FRO),
    "-=": lambda: operator.isub(s(), FRO),
    "^=": lambda: operator.ixor(s(), FRO),
    "s|=": lambda: operator.ior(s(), FRO),
    "inter_update list": lambda: s().intersection_update(keys),
    "diff_update list": lambda: s().difference_update(keys),
    "symdiff_update list": lambda: s().symmetric_difference_update(keys),
    "symdiff_update dict": lambda: s().symmetric_difference_update(TABLE),
    "s ==": lambda: SOME == FRO,
    "s <=": lambda: SOME <= FRO,
    "issubset list": lambda: SOME.issubset(keys),
    "issubset dict": lambda: SOME.issubset(TABLE),
    "issuperset list": lambda: SOME.issuperset(keys),
    "issuperset dict": lambda: SOME.issuperset(TABLE),
    "isdisjoint list": lambda: SOME.isdisjoint([new]),
    "isdisjoint set": lambda: SOME.isdisjoint({new}),
    "isdisjoint dict": lambda: SOME.isdisjoint(TABLE),
    "copy set": lambda: SOME.copy(),
    "Counter list": lambda: Counter(keys),
    "Counter dict": lambda: Counter(TABLE),
    "Counter counter": lambda: Counter(CT),
    "Counter set": lambda: Counter(SOME),
    "Counter gen": lambda: Counter(k for k in keys),
    "SubCounter": lambda: SubCounter(keys),
    "Counter update list": lambda: Counter(TABLE).update(keys),
    "Counter update dict": lambda: Counter(TABLE).update(TABLE),
    "Counter empty update dict": lambda: Counter().update(TABLE),
    "Counter subtract list": lambda: Counter(TABLE).subtract(keys),
    "Counter subtract dict": lambda: Counter(TABLE).subtract(TABLE),
    "Counter +": lambda: CT + CT,
    "Counter -": lambda: CT - CT,
    "Counter &": lambda: CT & CT,
    "Counter |": lambda: CT | CT,
    "+Counter": lambda: +CT,
    "-Counter": lambda: -CT,
    "Counter ==": lambda: CT == Counter(TABLE),
    "Counter <=": lambda: CT <= CT,
    "Counter most": lambda: CT.most_common(2),
    "Counter elements": lambda: list(CT.elements()),
    "Counter total": lambda: CT.total(),
    "Counter missing": lambda: CT[new],
    "Counter del": lambda: delitem(Counter(TABLE), keys[0]),
    "Counter del missing": lambda: delitem(Counter(TABLE), new),
    "Counter copy": lambda: CT.copy(),
    "Counter += ": lambda: operator.iadd(Counter(TABLE), CT),
    "Counter -= ": lambda: operator.isub(Counter(TABLE), CT),
    "Counter |= ": lambda: operator.ior(Counter(TABLE), CT),
    "Counter &= ": lambda: operator.iand(Counter(TABLE), CT),
    "ChainMap get": lambda: ChainMap(TABLE, {})[keys[0]],
    "ChainMap in": lambda: keys[0] in ChainMap({}, TABLE),
    "ChainMap get missing": lambda: ChainMap(TABLE, {}).get(new),
    "ChainMap set": lambda: setitem(ChainMap({}), new),
    "ChainMap iter": lambda: list(ChainMap(TABLE, TABLE)),
    "ChainMap len": lambda: len(ChainMap(TABLE, TABLE)),
    "ChainMap pop": lambda: ChainMap(d()).pop(keys[0]),
    "ChainMap dict": lambda: dict(ChainMap(TABLE)),
    "ChainMap |": lambda: ChainMap(TABLE) | TABLE,
    "ChainMap setdefault": lambda: ChainMap({}).setdefault(new, 1),
    "ChainMap del": lambda: delitem(ChainMap(d()), keys[0]),
    "ChainMap ==": lambda: ChainMap(TABLE) == TABLE,
    "UserDict set": lambda: setitem(UD(), new),
    "UserDict get": lambda: UD(TABLE)[keys[0]],
    "UserDict in": lambda: keys[0] in UD(TABLE),
    "UserDict.get": lambda: UD(TABLE).get(keys[0]),
    "UserDict pop": lambda: UD(TABLE).pop(keys[0]),
    "UserDict setdefault": lambda: UD().setdefault(new, 1),
    "dd copy": lambda: DD.copy(),
    "dd | ": lambda: DD | TABLE,
    "defaultdict(int, table)": lambda: defaultdict(int, TABLE),
    "dd setdefault": lambda: defaultdict(int).setdefault(new, 1),
    "dd get": lambda: DD.get(new),
    "lru": lambda: cached(new),
    "lru again": lambda: cached(new),
    "cache": lambda: cached2(new),
    "cache again": lambda: cached2(new),
    "cache kw": lambda: cached2(new, y=2),
    "hash frozenset": lambda: hash(frozenset(SOME)),
    "hash tuple": lambda: hash((new, new)),
    "hash nested": lambda: hash(frozenset([(new,)])),
    "dict in tuple key": lambda: {(new, 1): 2}[(new, 1)],
    "min": lambda: min(keys),
    "sorted": lambda: sorted(keys),
    "groupby": lambda: [1 for k in itertools.groupby(keys)],
    "match": lambda: new in list(keys) + [new],
    "index": lambda: keys.index(keys[2]),
    "count": lambda: keys.count(keys[1]),
    "remove list": lambda: list(keys).remove(keys[1]),
    "itemgetter": lambda: operator.itemgetter(keys[0])(TABLE),
    "getitem op": lambda: operator.getitem(TABLE, keys[0]),
    "dict.get unbound": lambda: dict.get(TABLE, keys[0]),
    "contains op": lambda: operator.contains(TABLE, keys[0]),
    "mappingproxy": lambda: 1,
}
for name, test in TESTS.items():
    Counted.calls = Counted.eqs = 0
    try:
        test()
        r = ""
    except Exception as e:
        r = type(e).__name__ + str(e)
    pvm_host.emit_event("t", ("%s: %d %d %s" % (name, Counted.calls, Counted.eqs, r)).encode())
