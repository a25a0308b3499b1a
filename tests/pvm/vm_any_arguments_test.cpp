// Calls every method and attribute of every builtin class, on the right and on a wrong receiver, and every
// module function, with arguments of all kinds: each ends in a value or an exception, without a bad memory
// access.
#include "pvm/objects/poison.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

constexpr const char* VALUES = R"(
import pvm_host, json, functools, hashlib

def generator(): yield 1
class Other: pass
class AnotherActor: pass

VALUES = [object(), 1, 2 ** 70, True, None, ..., NotImplemented, 'text', b'bytes', bytearray(b'array'), (1, 2), [1, 2],
          {1: 2}, {1}, frozenset([1]), range(3), slice(1, 2), iter([]), iter(()), iter(''), iter(b''), iter({}), iter(set()),
          iter(range(2)), zip(), map(len, []), filter(None, []), enumerate([]), reversed([]), {}.keys(), {}.items(), {}.values(),
          generator(), generator, len, [].append, Other().__init__, Other, property(), staticmethod(len), classmethod(len),
          super(Other, Other()), type(Other).__dict__, hashlib.sha256(b''), int | str, ValueError('v'), KeyError('k'),
          StopIteration(1), UnicodeDecodeError('a', b'b', 0, 1, 'r'), ExceptionGroup('m', [ValueError()]),
          json.JSONDecodeError('m', 'd', 0), pvm_host.HostError('x'), SyntaxError('s'), OSError(1, 'o'),
          ImportError('i'), AttributeError('a'), NameError('n')]

def tried(f, *args):
    try: f(*args)
    except Exception: return 1
    return 0
)";

// `p`, a number, says which member is put where it does not belong.
constexpr const char* ELSEWHERE = R"(
CLASSES = []
for value in VALUES:
    for cls in type(value).__mro__:
        if cls not in CLASSES: CLASSES.append(cls)
CLASSES.append(type(list.append))
CLASSES.append(type(list.__len__))
CLASSES.append(type(json))
BASES = [(), (list,), (dict,), (int,), (str,), (bytes,), (tuple,), (set,), (frozenset,), (bytearray,), (Exception,),
         (KeyError,), (ExceptionGroup,), (StopIteration,), (property,), (type,)]
ARGUMENTS = {int: (1,), ExceptionGroup: ('m', [ValueError()]), type: ('T', (), {})}

def made(bases, members):
    cls = type('X', bases, members)
    return cls, cls(*ARGUMENTS.get(bases[0], ())) if bases else cls()

def with_name(name):
    def get(o): return getattr(o, name)
    def call(o, *a): return getattr(o, name)(*a)
    def store(o): setattr(o, name, 1)
    def drop(o): delattr(o, name)
    return get, call, store, drop

def enter(o):
    with o: pass
def unpack(o): a, b = o
def matches(o):
    match o:
        case [1, 2]: pass
        case {1: 2}: pass
        case Other(a=1): pass
def store_item(o): o[0] = 1
def drop_item(o): del o[0]
def thrown(o): raise o
USES = [repr, str, len, iter, next, hash, bool, list, dict, int, bytes, sum, sorted, reversed, enter, unpack, matches,
        store_item, drop_item, thrown, lambda o: o(), lambda o: o(1), lambda o: o + 1, lambda o: 1 + o, lambda o: o == 1,
        lambda o: o < 1, lambda o: o[0], lambda o: 1 in o, lambda o: -o, lambda o: o ** 2, lambda o: o | {1}, lambda o: f'{o:>9}',
        lambda o: o.other, lambda o: isinstance(1, o), lambda o: json.dumps(o), lambda o: '%s %d' % o, lambda o: {o: 1},
        lambda o: range(o), lambda o: [1, 2][o], lambda o: 'a'.join(o), lambda o: {}.update(o), lambda o: max(o, o)]

def go(p):
    number = int.from_bytes(p, 'big')
    members = [(name, member) for c in CLASSES for name, member in c.__dict__.items()]
    if number == len(members): return b'that was all'
    name, member = members[number]
    failed = 0
    for bases in (BASES[number % len(BASES)], BASES[number * 7 % len(BASES)], ()):
        try: cls, o = made(bases, {'f': member})
        except Exception: continue
        get, call, store, drop = with_name('f')
        for x in (o, cls):
            failed += tried(get, x) + tried(call, x) + tried(call, x, 1) + tried(call, x, o) + tried(call, x, 'a', 2)
            failed += tried(call, x, o, cls) + tried(store, x) + tried(drop, x)
    for x in VALUES:
        if hasattr(member, '__get__'):
            failed += tried(member.__get__, x) + tried(member.__get__, None, x) + tried(member.__get__, x, Other)
        if hasattr(member, '__func__'): failed += tried(member.__func__, x) + tried(member.__func__)
        failed += tried(member, x) + tried(member, x, x)
    for bases in (BASES[number % len(BASES)], BASES[number * 7 % len(BASES)], ()):
        try: cls, o = made(bases, {name: member})
        except Exception: continue
        for use in USES: failed += tried(use, o)
    return str(failed).encode()
)";

// `p` says which value, and what lies in its class; or which module.
constexpr const char* IN_PLACE = R"(
import base64, struct, collections, enum, itertools, operator, string, typing, dataclasses, cowboy_sdk

class Evil:
    def __init__(self): self.left = 3
    def __getattr__(self, name):
        if name.startswith('__'): raise AttributeError(name)
        return self
    def __call__(self, *a, **k): return self.spoil()
    def __iter__(self): return self
    def __next__(self):
        self.left -= 1
        if self.left < 0: raise StopIteration
        self.spoil()
        return (1, 2)
    def __len__(self): return 2
    def __getitem__(self, i):
        if i not in (0, 1): raise IndexError
        return self.spoil()
    def __eq__(self, other): self.spoil(); return True
    def __lt__(self, other): self.spoil(); return True
    def __hash__(self): return 1
    def __index__(self): self.spoil(); return 1
    def __bool__(self): self.spoil(); return True
    def __str__(self): self.spoil(); return 'text'
    def __repr__(self): self.spoil(); return 'text'
    def __format__(self, spec): self.spoil(); return 'text'
    def spoil(self):
        # What is being looked at is emptied, or filled.
        for x in spoiled:
            try: x.clear() if len(x) else x.append(7)
            except Exception: pass
        return self

MODULES = [
    (json, 'dumps loads JSONDecodeError'), (base64, 'b64encode b64decode b16encode b16decode b32encode b32decode urlsafe_b64encode'),
    (functools, 'partial partialmethod reduce lru_cache cache wraps update_wrapper singledispatch cmp_to_key total_ordering cached_property'),
    (hashlib, 'sha256 sha3_256 new'), (struct, 'pack unpack pack_into unpack_from iter_unpack calcsize Struct'),
    (collections, 'OrderedDict deque defaultdict namedtuple Counter ChainMap UserDict UserList UserString'),
    (enum, 'Enum IntEnum Flag IntFlag StrEnum auto unique EnumMeta member nonmember'),
    (itertools, 'count cycle repeat accumulate chain compress dropwhile filterfalse groupby islice pairwise starmap takewhile tee '
                'zip_longest product permutations combinations combinations_with_replacement'),
    (operator, 'add sub mul truediv floordiv mod pow eq lt le ne gt ge and_ or_ xor not_ neg pos invert abs concat contains countOf '
               'getitem setitem delitem indexOf itemgetter attrgetter methodcaller index iadd imul ior length_hint is_ truth'),
    (string, 'Template Formatter capwords'), (typing, 'NamedTuple TypedDict cast get_type_hints NewType TypeVar Optional Union List'),
    (dataclasses, 'dataclass field fields asdict astuple replace make_dataclass is_dataclass'),
    (cowboy_sdk, 'actor PriorityTier TxFeeParams GBAContext schedule_timer'),
    (cowboy_sdk.runtime, 'get_sender get_block_height get_timestamp_ms emit_event send_message context keccak256'),
    (pvm_host, 'get_state set_state delete_state emit_event gas_left context block_height randomness send_message transfer balance '
               'keccak256 runtime_config schedule_timer extend_timer cancel_timer set_gba estimate_timer set_timeout set_state_watch '
               'schedule_at scheduled_until drop HostError')]
BUILTINS = [abs, all, any, bin, bool, bytearray, bytes, callable, chr, classmethod, dict, divmod, enumerate, filter,
            format, frozenset, getattr, hasattr, hash, hex, int, isinstance, issubclass, iter, len, list, map, max,
            min, next, object, oct, ord, pow, property, range, repr, reversed, round, set, setattr, slice, sorted,
            staticmethod, str, sum, super, tuple, type, zip, BaseException, UnicodeDecodeError, UnicodeEncodeError,
            ExceptionGroup, SyntaxError, OSError, StopIteration, ImportError, NameError, AttributeError]
spoiled = []

def fresh(n):
    # Values that may be changed are made anew.
    makers = [lambda: [1, 2, 3], lambda: {1: 2, 'k': 'v'}, lambda: {1, 2}, lambda: bytearray(b'array'), lambda: iter([1, 2]),
              lambda: [[1], [2]], lambda: [Evil(), Evil()], lambda: {Evil(): 1}, lambda: {'k': Evil()}, Evil,
              lambda: collections.deque([1, 2]), lambda: collections.OrderedDict({1: 2}), lambda: collections.Counter('aab'),
              lambda: collections.defaultdict(Evil), lambda: (Evil(), 1), lambda: memo.get('k'), lambda: '', lambda: b'',
              lambda: -1, lambda: 2 ** 63, lambda: -2 ** 4000, lambda: '{0.a[b]!r:>{1}}', lambda: '%s %d %(k)s', lambda: 'utf-8']
    if n < len(VALUES): return VALUES[n]
    made = makers[(n - len(VALUES)) % len(makers)]()
    spoiled.append(made)
    return made
memo = {}
KINDS = len(VALUES) + 24

def all_of(f, number, turns):
    failed = 0
    for n in range(SEED * 1000, SEED * 1000 + turns):
        spoiled.clear()
        a = fresh((number * 31 + n * 7 + n // 13) % KINDS)
        b = fresh((number * 17 + n * 5 + 3 + n // 7) % KINDS)
        c = fresh((number * 13 + n * 11 + 7 + n // 3) % KINDS)
        failed += tried(f, a) + tried(f, a, b) + tried(f, a, b, c)
        try: f(a, key=b)
        except Exception: failed += 1
    return failed + tried(f)

def listed(x):
    names = []
    for cls in type(x).__mro__: names += [n for n in cls.__dict__ if n not in names]
    return names

def go(p):
    number = int.from_bytes(p, 'big')
    if number < KINDS:
        failed = 0
        for turn, name in enumerate(listed(fresh(number))):
            for again in range(12):
                spoiled.clear()
                x = fresh(number)
                try: member = getattr(x, name)
                except Exception: continue
                failed += all_of(member, number + turn * 3 + again, 2)
        return str(failed).encode()
    number -= KINDS
    if number < len(MODULES):
        failed = 0
        module, names = MODULES[number]
        for turn, name in enumerate(names.split()):
            if hasattr(module, name): failed += all_of(getattr(module, name), turn, 40)
        return str(failed).encode()
    number -= len(MODULES)
    if number == len(BUILTINS): return b'that was all'
    return str(all_of(BUILTINS[number], number, 300)).encode()
)";

// Under sanitizers each takes many times as long.
#ifdef LARIAT_ADDRESS_SANITIZER
constexpr const char* SEEDS[] = {"0"};
#else
constexpr const char* SEEDS[] = {"1", "2", "3"};
#endif

struct Sums {
    u64 failed = 0, calls = 0, ended = 0;
};

Sums until_all(const std::string& source, u64 cycles)
{
    Sums sums;
    for (;; ++sums.calls) {
        FakeHost host;
        const std::string payload{static_cast<char>(sums.calls >> 8), static_cast<char>(sums.calls)};
        const Ran r = run_source(source, host, "go", payload, cycles);
        if (r.out.returned == to_bytes(view(std::string_view("that was all")))) break;
        // Some go on for ever, or collect without end.
        sums.ended += r.out.status == ExecutionStatus::out_of_cycles ||
                      r.out.status == ExecutionStatus::out_of_cells ||
                      r.out.status == ExecutionStatus::out_of_memory;
        if (r.out.status != ExecutionStatus::ok) {
            EXPECT_NE(r.out.status, ExecutionStatus::revert) << sums.calls << r.out.traceback;
            if (r.out.status == ExecutionStatus::revert) break;
            continue;
        }
        sums.failed += std::stoull(std::string(r.out.returned.begin(), r.out.returned.end()));
    }
    return sums;
}

TEST(PvmAnyArguments, FailAsExceptionsWhereTheyDoNotBelong)
{
    const Sums sums = until_all(std::string(VALUES) + ELSEWHERE, 3'000'000);
    EXPECT_GT(sums.calls, 500u);
    EXPECT_LT(sums.ended, sums.calls / 10);
    EXPECT_GT(sums.failed, sums.calls * 100);
}

TEST(PvmAnyArguments, FailAsExceptionsWhereTheyBelong)
{
    for (const char* seed : SEEDS) {
        const Sums sums = until_all(std::string(VALUES) + "\nSEED = " + seed + "\n" + IN_PLACE, 50'000'000);
        EXPECT_GT(sums.calls, 150u) << seed;
        EXPECT_LT(sums.ended, sums.calls / 4) << seed;
        EXPECT_GT(sums.failed, sums.calls * 100) << seed;
    }
}

}  // namespace
}  // namespace lariat::pvm
