// Tests of nesting and growth without end: refused at a depth, or paid for and checked against the memory
// limit first.
#include <sys/resource.h>

#include "pvm/objects/poison.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

constexpr u64 PLENTY = 100'000'000;

Ran runs(const std::string& before, const std::string& body, u64 cycles = PLENTY)
{
    // Two classes of its own: so none of those before is an actor, and go is a function of the module.
    std::string source = before + "\nclass First: pass\nclass Second: pass\ndef go(p):\n    ";
    for (const char c : body) {
        source += c;
        if (c == '\n') source += "    ";
    }
    FakeHost host;
    return run_source(source + "\n", host, "go", "", cycles);
}

/// `step` makes of s what holds s; `use` is what may go through all of it.
std::string nested(u32 times, const std::string& first, const std::string& step, const std::string& use)
{
    return "s = " + first + "\nfor i in range(" + std::to_string(times) + "): s = " + step + "\n" + use;
}

struct Nest {
    const char *before, *first, *step, *use;
};

constexpr Nest NESTS[] = {
    {"", "ValueError()", "ValueError(s)", "repr(s)"},
    {"", "ValueError()", "ValueError(s)", "str(s)"},
    {"", "ValueError()", "ValueError(s)", "f'{s}'"},
    {"", "ValueError()", "ValueError(s, 1)", "str(s)"},
    {"", "KeyError()", "KeyError(s)", "str(s)"},
    {"", "KeyError()", "KeyError(s)", "'{}'.format(s)"},
    {"class E(Exception): pass", "E()", "E(s)", "repr(s)"},
    {"", "None", "slice(s)", "repr(s)"},
    {"", "None", "slice(s)", "str(s)"},
    {"", "None", "slice(s)", "f'{s}'"},
    {"", "None", "slice(s)", "'%s' % s"},
    {"", "None", "slice(s)", "ascii(s)"},
    {"", "None", "slice(s)", "b'%a' % s"},
    {"", "None", "slice(s)", "[].index(s)"},
    {"", "None", "slice(s)", "s == slice(s)"},
    {"def f(a): return 1", "1", "f.__get__(s)", "repr(s)"},
    {"def f(a): return 1", "1", "f.__get__(s)", "'%r' % s"},
    {"", "len", "staticmethod(s)", "s([])"},
    {"", "int", "classmethod(s).__get__(None, int)", "hash(s)"},
    {"", "int", "classmethod(s).__get__(None, int)", "s(*())"},
    {"", "int", "classmethod(s).__get__(None, int)", "{s: 1}"},
};

TEST(PvmTextLimits, WhatNestsTooDeeplyIsARecursionErrorWhateverItIs)
{
    for (const u32 times : {12'000u, 100'000u})
        for (const Nest& n : NESTS) {
            const Ran r = runs(n.before, nested(times, n.first, n.step, n.use));
            EXPECT_EQ(r.out.status, ExecutionStatus::revert) << n.step << " " << n.use;
            EXPECT_EQ(r.out.error, "RecursionError") << n.step << " " << n.use << r.out.traceback;
        }
}

TEST(PvmTextLimits, WhatNestsAHundredDeepIsShownAndCalled)
{
    for (const Nest& n : NESTS) {
        if (std::string_view(n.use) == "[].index(s)" || std::string_view(n.first) == "int") continue;
        const Ran r = runs(n.before, nested(90, n.first, n.step, n.use));
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << n.step << " " << n.use << r.out.traceback;
    }
}

TEST(PvmTextLimits, ClassesWhoseHooksAreAnotherObjectsNativeMethodsAreRefusedAtADepth)
{
    constexpr const char* CHAINS[][2] = {
        {"type('X', (), {'__repr__': s.__str__})()", "repr(s)"},
        {"type('X', (), {'__eq__': s.__ne__})()", "s == 1"},
        {"type('X', (), {'__call__': s})()", "type('Y', (), {'a': type('G', (), {'__get__': s})()}).a"},
        {"type('X', (), {'__call__': s})()", "s()"},
        {"type('X', (str,), {'p': property(s.__getattribute__)})('p')", "s.p"},
    };
    for (const auto& [step, use] : CHAINS) {
        const Ran r = runs("class A: pass", nested(20'000, "A()", step, use), 400'000'000);
        EXPECT_EQ(r.out.error, "RecursionError") << step << " " << use << r.out.traceback;
    }
}

/// A few times the memory of an execution; and what a sanitizer keeps of memory that was freed.
#ifdef LARIAT_ADDRESS_SANITIZER
constexpr u64 MAY_BE_HELD = u64{640} << 20;
#else
constexpr u64 MAY_BE_HELD = u64{160} << 20;
#endif

/// The most that the process has held, in bytes.
u64 most_held()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<u64>(usage.ru_maxrss) << 10;
}

TEST(PvmTextLimits, TextMadeOfLongNamesEndsTheExecutionAndNotTheProcess)
{
    const std::string before =
        "class X: pass\nX.__qualname__ = 'X' * 1280\nclass V(ValueError): pass\nlong = 'V' * 4000000\n"
        "import json";
    const u64 at_first = most_held();
    for (const std::string& body : {
             std::string("repr([X] * 20000)"),
             std::string("str({i: X for i in range(14000)})"),
             std::string("repr((X,) * 20000)"),
             std::string("f'{[X] * 20000!r}'"),
             std::string("f'{[X] * 20000}'"),
             std::string("'%r' % ([X] * 20000)"),
             std::string("'{!r}'.format([X] * 20000)"),
             std::string("ascii([X] * 20000)"),
             std::string("[].index([X] * 20000)"),
             std::string("json.dumps([0] * 20000, separators=('x' * 60000, ':'))"),
             std::string("json.dumps({i: 0 for i in range(20000)}, separators=(',', 'x' * 60000))"),
             std::string("json.dumps([0] * 20000, indent='x' * 60000)"),
             nested(60, "V()", "V(s, long)", "repr(s)"),
             nested(12, "'\\U000e0001' * 300000", "[s, s]", "repr(s)"),
         }) {
        EXPECT_EQ(runs(before, body, U64_MAX / 2).out.status, ExecutionStatus::out_of_memory)
            << body.substr(0, 80);
        EXPECT_EQ(runs(before, body, 3'000'000).out.status, ExecutionStatus::out_of_cycles)
            << body.substr(0, 80);
    }
    EXPECT_LT(most_held() - at_first, MAY_BE_HELD);
}

TEST(PvmTextLimits, TextIsPaidForThoughAnExceptionComesBeforeItsEnd)
{
    const std::string before =
        "import json\nclass Aa: pass\nAa.__name__ = 'A' * 256\nAa.__qualname__ = 'A' * 1280\n"
        "class R:\n    def __repr__(self): 1 // 0\n    def __format__(self, how): 1 // 0\n"
        "class L:\n    def __format__(self, how): return long\nlong = 'x' * 1000000";
    struct Broken {
        const char* statement;
        u64 made;  ///< bytes, before it breaks
    };
    constexpr Broken BROKEN[] = {
        {"repr([Aa] * 5000 + [R()])", 5'000 * 1'280},
        {"str([Aa] * 5000 + [R()])", 5'000 * 1'280},
        {"f'{[Aa] * 5000 + [R()]!r}'", 5'000 * 1'280},
        {"json.dumps([0] * 60 + [Aa], separators=('x' * 60000, ':'))", 60 * 60'000},
        {"json.dumps({1: 0, 2: 0, 3: 0, 4: Aa}, separators=(':', 'x' * 60000))", 4 * 60'000},
        {"'{}{}{}{}{}{}'.format(L(), L(), L(), L(), L(), R())", 5 * 1'000'000},
        {"'{:{}{}{}{}{}{}}'.format(1, L(), L(), L(), L(), L(), R())", 5 * 1'000'000},
        {"'%s%s%s%s' % (long, long, long, R())", 3 * 1'000'000},
    };
    for (const Broken& b : BROKEN) {
        const auto cycles = [&](const std::string& statement) {
            const Ran r = runs(before, "try: " + statement + "\nexcept (ZeroDivisionError, TypeError): pass");
            EXPECT_EQ(r.out.status, ExecutionStatus::ok) << statement << r.out.traceback;
            return r.cycles;
        };
        EXPECT_GE(cycles(b.statement) - cycles("pass"), b.made) << b.statement;
    }
}

TEST(PvmTextLimits, NoTextIsMadeThatTheCyclesLeftDoNotPay)
{
    // A million bytes are paid for in pieces: with few cycles left hardly any is made.
    const std::string before = "import json\nlong = 'x' * 4000000\nmany = [None] * 100000";
    const u64 base = runs(before, "pass").cycles;
    for (const char* body : {"str([long])", "json.dumps(many)", "repr(many)", "f'{many}'", "'%s' % many",
                             "json.dumps(long)", "ascii(long)", "'{:>{}}'.format('x', 4000000)"}) {
        const Ran r = runs(before, body, base + 1000);
        EXPECT_EQ(r.out.status, ExecutionStatus::out_of_cycles) << body;
        EXPECT_LE(r.cycles, base + 1000) << body;
        EXPECT_GE(r.cycles, base + 10) << body;
    }
}

TEST(PvmTextLimits, AWalkOverDeletedEntriesIsPaidFor)
{
    const std::string before =
        "import json\nd = {i: i for i in range(30000)}\ne = {i: i for i in range(30000)}\ns = set(d)\nt = "
        "set(d)\n"
        "for i in range(29999):\n    del d[i]\n    del e[i]\n    s.discard(i)\n    t.discard(i)\nk = "
        "d.keys()\n"
        "w = {str(i): i for i in range(30000)}\nfor i in range(29999): del w[str(i)]";
    const u64 base = runs(before, "pass").cycles;
    for (const char* walk :
         {"d == e", "d != e", "repr(d)", "str(s)", "f'{d}'", "repr(k)", "repr(d.items())", "s == t", "s <= t",
          "s >= t", "s & t", "s - t", "s ^ t", "s.isdisjoint(t)", "s.issubset(t)", "frozenset(s) == s",
          "str.maketrans(d)", "json.dumps(d)", "(lambda **k: 0)(**w)"}) {
        const Ran r = runs(before, std::string(walk));
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << walk << r.out.traceback;
        EXPECT_GE(r.cycles - base, 30'000u / 8) << walk;
    }
}

TEST(PvmTextLimits, ADenseDictCostsWhatItCostBesideAFewDeletedEntries)
{
    const std::string dense = "d = {i: i for i in range(7)}";
    const std::string holes =
        "d = {i: i for i in range(10)}\nfor i in (2, 4, 6): del d[i]\n"
        "e = {i: i for i in range(7)}";
    const auto cost = [&](const std::string& before, const char* what) {
        return runs(before, what).cycles - runs(before, "pass").cycles;
    };
    EXPECT_EQ(cost(dense, "repr(d)"), cost(holes, "repr(d)"));
}

TEST(PvmTextLimits, WhatIsGoneThroughStepByStepIsPaidForStepByStep)
{
    struct Walk {
        std::string before, statement;
        u64 at_least;
    };
    const Walk walks[] = {
        {"a = [None] * 10000", "f'{a!r}'", 60'000},
        {"a = [None] * 10000", "f'{a!a}'", 60'000},
        {"a = [slice(1)] * 10000", "f'{a!r}'", 200'000},
        {"s = len\nfor i in range(150): s = staticmethod(s)", "s([])", 1490},
        {"s = int\nfor i in range(150): s = classmethod(s).__get__(None, int)", "hash(s)", 440},
        {"k = {'k%04d' % i: i for i in range(1000)}", "('{k0999}' * 100).format(**k)", 100 * 500},
        {"k = {'k' * 3200 + '%03d' % i: i for i in range(100)}", "('{' + 'k' * 3200 + '099}').format(**k)",
         100 * 100},
        {"class X: pass\nx = X()\nx.a = x", "('{0' + '.a' * 1000 + '}').format(x)", 4000},
    };
    for (const Walk& w : walks) {
        const Ran r = runs(w.before, w.statement);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << w.statement << r.out.traceback;
        EXPECT_GE(r.cycles - runs(w.before, "pass").cycles, w.at_least) << w.statement;
    }
}

TEST(PvmTextLimits, HooksThatTakeMembersAwayLeaveWhatCPythonLeaves)
{
    const std::string before = R"(
class E:
    def __init__(self, run): self.run = run
    def __repr__(self):
        self.run()
        return 'E'
    def __hash__(self): return 1
    def __eq__(self, other):
        self.run()
        return True
def check(made, wanted):
    if made != wanted: raise ValueError(made)
)";
    for (const char* body : {
             "s = set()\ns.add(E(lambda: s.clear()))\ncheck(repr(s), '{E}')",
             "s = {5}\ns.add(E(lambda: s.clear()))\ns.add(6)\ncheck(repr(s), '{5, E, 6}')",
             "s = {1, 2, 3}\ns.difference_update([E(s.clear)])\ncheck(len(s), 0)",
             "s = {1, 2, 3}\ns.intersection_update([E(s.clear)])\ncheck(len(s), 0)",
             "s = {1, 2, 3}\ns -= {E(s.clear)}\ncheck(len(s), 0)",
             "s = {1, 2, 3}\ns &= {E(s.clear)}\ncheck(len(s), 0)",
             "s = {1, 2, 3}\ns.difference_update([E(lambda: s.discard(2)), 3])\ncheck(2 in s, False)",
         }) {
        const Ran r = runs(before, body);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << body << r.out.traceback;
    }
}

TEST(PvmTextLimits, AWidthWhoseBytesAreMoreThanANumberHoldsIsOutOfMemory)
{
    for (const char* how : {"ljust", "rjust", "center"})
        for (const char* width : {"2 ** 62 + 1", "2 ** 63 - 1", "(2 ** 64 + 3) // 3", "2 ** 61 + 1"})
            for (const char* fill : {"'\\U0001f600'", "'\\u20ac'", "'\\xe9'", "'x'"}) {
                const Ran r = runs("", std::string("'a'.") + how + "(" + width + ", " + fill + ")");
                EXPECT_EQ(r.out.status, ExecutionStatus::out_of_memory) << how << width << fill;
            }
}

TEST(PvmTextLimits, ALengthThatIsNoneIsAnErrorOfListAndTuple)
{
    const auto error = [](const std::string& length, const std::string& use) {
        return runs("class A:\n    def __len__(self): return " + length +
                        "\n    def __iter__(self): return iter([1])",
                    use)
            .out.error;
    };
    for (const char* use : {"list(A())", "tuple(A())", "[*A()]", "sorted(A())", "[].extend(A())"}) {
        EXPECT_EQ(error("-1", use), "ValueError") << use;
        EXPECT_EQ(error("10 ** 30", use), "OverflowError") << use;
        EXPECT_EQ(error("'x'", use), "") << use;
        EXPECT_EQ(error("5", use), "") << use;
        EXPECT_EQ(error("1 // 0", use), "ZeroDivisionError") << use;
    }
    for (const char* use : {"set(A())", "a, *b = A()", "for x in A(): pass", "max(A())"})
        EXPECT_EQ(error("-1", use), "") << use;
}

}  // namespace
}  // namespace lariat::pvm
