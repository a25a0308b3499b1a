// Every method and attribute of every builtin class in a class that it does not belong to: there it fails as
// an exception, and reads nothing that is not there.
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

constexpr const char* SOURCE = R"(
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

def tried(f, *args):
    try: f(*args)
    except Exception: return 1
    return 0

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

TEST(PvmForeignMethods, FailAsExceptionsWhereverTheyArePut)
{
    u64 failed = 0, members = 0, ended = 0;
    for (;; ++members) {
        FakeHost host;
        const std::string payload{static_cast<char>(members >> 8), static_cast<char>(members)};
        const Ran r = run_source(SOURCE, host, "go", payload, 3'000'000);
        if (r.out.returned == to_bytes(view(std::string_view("that was all")))) break;
        // Some go on for ever, or collect without end.
        ended += r.out.status == ExitStatus::out_of_cycles || r.out.status == ExitStatus::out_of_memory;
        if (r.out.status != ExitStatus::ok) {
            EXPECT_NE(r.out.status, ExitStatus::revert) << r.out.traceback;
            continue;
        }
        failed += std::stoull(std::string(r.out.returned.begin(), r.out.returned.end()));
    }
    EXPECT_GT(members, 500u);
    EXPECT_LT(ended, members / 10);
    EXPECT_GT(failed, members * 100);
}

}  // namespace
}  // namespace lariat::pvm
