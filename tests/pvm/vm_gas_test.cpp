// Tests of prices: each row of docs/pvm-gas.md as the difference between two programs.
#include <memory>
#include <set>
#include <thread>

#include "pvm/gas.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm::vm_gas_test {
namespace {

// What `with` costs beyond `without`, both in a handler behind `before`.
u64 cost(std::string before, std::string_view with, std::string_view without = "pass")
{
    const auto cycles = [&](std::string_view body) {
        FakeHost host;
        const Ran r = run_source(
            "import pvm_host\ndef go(p):\n    " + before + "\n    " + std::string(body) + "\n", host);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback << body;
        return r.cycles;
    };
    return cycles(with) - cycles(without);
}

TEST(PvmGas, ArithmeticOnNarrowIntegersIsOneInstruction)
{
    EXPECT_EQ(cost("x = 5", "y = x + x"), 4u);        // two loads, the sum, a store
    EXPECT_EQ(cost("x = 1 << 63", "y = x + x"), 4u);  // 64 bits is not wider than 64
    EXPECT_EQ(cost("x = 1 << 640", "y = x + x"), 4u + 10);
    EXPECT_EQ(cost("x = 1 << 640", "y = x * x"), 4u + 10);
}

TEST(PvmGas, CallsListsAndDicts)
{
    EXPECT_EQ(cost("f = lambda: None", "f()"), 1u + 10 + 2 + 1);  // load, call, body, pop
    EXPECT_EQ(cost("d = {'k': 1}", "d['k']"), 1u + 1 + 3 + 1);
    EXPECT_EQ(cost("d = {'k': 1}", "d['k'] = 2"), 1u + 1 + 1 + 3);
    EXPECT_EQ(cost("l = [1]", "l[0]"), 1u + 1 + 2 + 1);
    EXPECT_EQ(cost("l = [1]", "l.append(2)"), 1u + 1 + 1 + 1 + 2 + 1);
    EXPECT_EQ(cost("l = [1, 2, 3]", "len(l)"), 1u + 1 + 1 + 5 + 1);
}

TEST(PvmGas, BuiltinsCostWhatTheTableSays)
{
    const u64 call = 1 + 1 + 1 + 1;  // name, argument, call, pop
    EXPECT_EQ(cost("l = [1] * 8", "sum(l)"), call + 10 + 7);
    EXPECT_EQ(cost("l = []", "sum(l)"), call + 10);
    EXPECT_EQ(cost("l = [1] * 8", "max(l)"), call + 10 + 7);
    EXPECT_EQ(cost("n = 1", "min(n, n, n)"), call + 2 + 10 + 2);
    EXPECT_EQ(cost("n = 12345", "str(n)"), call + 10 + 5);
    EXPECT_EQ(cost("s = 'abcd'", "str(s)"), call + 10 + 4);
    EXPECT_EQ(cost("n = None", "str(n)"), call + 10 + 4);
    EXPECT_EQ(cost("n = 64", "bytes(n)"), call + 10 + 64);
    EXPECT_EQ(cost("b = b'abc'", "bytes(b)"), call + 10 + 3);
    EXPECT_EQ(cost("b = b'abc'", "bytearray(b)"), call + 10 + 3);
    EXPECT_EQ(cost("l = [1] * 8", "list(l)"), call + 10 + 16);
    EXPECT_EQ(cost("s = {1, 2, 3}", "set(s)"), call + 15 + 15);
    EXPECT_EQ(cost("l = [1, 2, 3]", "set(l)"), call + 15 + 15);
    EXPECT_EQ(cost("d = {1: 1, 2: 2}", "dict(d)"), call + 15 + 16);
    for (const char* empty : {"list()", "tuple()", "str()", "bytes()"})
        EXPECT_EQ(cost("pass", empty), call - 1 + 10) << empty;
    for (const char* empty : {"set()", "frozenset()", "dict()"})
        EXPECT_EQ(cost("pass", empty), call - 1 + 15) << empty;
    EXPECT_EQ(cost("l = [1] * 8", "sorted(l)"), call + 8 + 20 + 24);  // copying the items first
    EXPECT_EQ(cost("s = 'abcd'", "s + s"), 2u + 1 + 8 + 1);
    EXPECT_EQ(cost("s = 'abcd'", "s.encode()"), 1u + 1 + 1 + 10 + 4 + 1);
    EXPECT_EQ(cost("b = bytes(64)", "pvm_host.keccak256(b)"), 1u + 1 + 1 + 1 + 12 + 42 + 1);
    EXPECT_EQ(cost("b = bytes(65)", "pvm_host.keccak256(b)"), 1u + 1 + 1 + 1 + 18 + 42 + 1);
    EXPECT_EQ(cost("pass", "pvm_host.block_height()"), 1u + 1 + 1 + 1);
    EXPECT_EQ(cost("pass", "pvm_host.get_state(b'k')"), 1u + 1 + 1 + 1 + 10 + 1);
}

TEST(PvmGas, TryRaiseAndHandlerAreFiveEach)
{
    EXPECT_EQ(cost("x = 1", "try: x\n    except ValueError: pass"), 5u + 1 + 1 + 1);
    EXPECT_GE(cost("e = ValueError()", "try: raise e\n    except ValueError: pass"), 15u);
}

// The subject is put aside once (2), each pattern takes it up again (1), what was captured is bound in the
// end (2 each), and behind a body stands a jump (1).
TEST(PvmGas, PatternsCostWhatTheirComparisonsDo)
{
    const auto match = [](std::string_view subject, std::string_view pattern) {
        return cost("x = " + std::string(subject),
                    "match x:\n        case " + std::string(pattern) + ": pass");
    };
    EXPECT_EQ(match("1", "_"), 2u + 1);
    EXPECT_EQ(match("1", "n"), 2u + 2 + 1);
    EXPECT_EQ(match("1", "1"), 2u + 1 + cost("x = 1", "if x == 1: pass") - 1 + 1);
    EXPECT_EQ(match("1", "2"), 2u + 1 + cost("x = 1", "if x == 2: pass") - 1);
    EXPECT_EQ(match("1", "None"), 2u + 1 + cost("x = 1", "if x is None: pass") - 1);
    EXPECT_EQ(match("5", "2 | 3 | 4"), 2u + 3 * (1 + 3));
    EXPECT_EQ(match("5", "[]"), 2u + 1 + 1);            // no sequence: its length is not asked
    EXPECT_EQ(match("[1, 2]", "[_]"), 2u + 1 + 1 + 5);  // of another length
    EXPECT_EQ(match("[1, 2]", "[_, _]"), 2u + 1 + 1 + 5 + 1);
    EXPECT_EQ(match("[1, 2]", "[*_]"), 2u + 1 + 1 + 1);
    EXPECT_EQ(match("[1, 2]", "[a, b]"), 2u + 1 + 1 + 5 + (1 + 1 + 2) + 2 + 2 * 2 + 1);  // unpacked: 1 and 2
    EXPECT_EQ(match("list(range(1000))", "[a, *_]"), 2u + 1 + 1 + 5 + (1 + 1 + 2) + 1 + 2 + 1);  // not walked
    EXPECT_EQ(match("{}", "{}"), 2u + 1 + 1 + 1);
    // keys: load, tuple of one, put aside; two loads, the search 1 + 5 + 3; unpacked, put aside
    EXPECT_EQ(match("{'k': 1}", "{'k': _}"),
              2u + 1 + 1 + 5 + (1 + 2 + 1) + 2 + (1 + 5 + 3) + (1 + 1) + 1 + 1);
    EXPECT_EQ(match("5", "int()"), 2u + 1 + 1 + 1 + 1 + 1);
    EXPECT_EQ(match("5", "int(n)"), 2u + 1 + 1 + 1 + 1 + (1 + 1) + 1 + 2 + 1);
}

TEST(PvmGas, ImportsCostAHundredThenFive)
{
    EXPECT_GT(cost("pass", "import base64"), 100u);  // and what the module's names cost to put in place
    EXPECT_EQ(cost("import base64", "import base64"), 5u + 1);
}

// Beyond what making the same of nothing costs: the builtin's own price, and the copy into the instance.
TEST(PvmGas, InstancesOfDerivedClassesPayForTheCopyOfTheirData)
{
    const auto beyond_empty = [](const std::string& base, const char* data, const char* empty) {
        const std::string before = "class D(" + base + "): pass\n    v = ";
        return cost(before + data, "D(v)") - cost(before + empty, "D(v)");
    };
    EXPECT_EQ(beyond_empty("str", "'x' * 64", "''"), 64u + 64);
    EXPECT_EQ(beyond_empty("bytes", "b'x' * 64", "b''"), 64u + 64);
    EXPECT_EQ(beyond_empty("tuple", "(1,) * 64", "()"), 64u);
    EXPECT_EQ(beyond_empty("int", "1 << 640", "0"), 11u);
}

TEST(PvmGas, OperatorsOfDerivedClassesCostWhatTheBuiltinsDo)
{
    for (const char* body : {"x + y", "x < y", "x * 3", "-x", "x == y"})
        EXPECT_EQ(cost("class D(int): pass\n    x = D(5)\n    y = 7", body), cost("x = 5\n    y = 7", body))
            << body;
}

TEST(PvmGas, ModulesInPythonCostTheirBodies)
{
    EXPECT_EQ(cost("pass", "import enum"), 4936u);
    EXPECT_EQ(cost("import enum", "class C(enum.Enum):\n        A = 1\n        B = 2\n        C = 3"), 3376u);
    EXPECT_EQ(cost("from collections import namedtuple\n    namedtuple('P', 'x')", "namedtuple('P', 'x y')"),
              1608u);
}

// The cache of attribute lookups goes by addresses, and each thread's memory lies elsewhere.
TEST(PvmGas, AttributesCostTheSameWhereverMemoryLies)
{
    std::string source = "class Other: pass\nclass A:\n";
    std::string body = "def go(p):\n    a = A()\n    for i in range(20):\n";
    for (int i = 0; i < 400; ++i) {
        source += "    name" + std::to_string(i * i) + " = 1\n";
        body += "        a.name" + std::to_string(i * i) + "\n";
    }
    std::set<u64> totals;
    std::vector<std::unique_ptr<char[]>> between;
    for (int i = 0; i < 12; ++i) {
        between.push_back(std::make_unique<char[]>(static_cast<std::size_t>(i) * 1009 + 1));
        std::thread([&] {
            FakeHost host;
            const Ran r = run_source(source + body, host);
            EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
            totals.insert(r.cycles);
        }).join();
    }
    EXPECT_EQ(totals.size(), 1u);
}

TEST(PvmGas, GasLeftReadsTheMeter)
{
    FakeHost host;
    const Ran r = run_source(
        "import pvm_host\ndef go(p):\n    a = pvm_host.gas_left()\n    pvm_host.charge_gas(1000)\n    b = "
        "pvm_host.gas_left()\n    return str(a - b).encode()",
        host);
    ASSERT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
    EXPECT_EQ(text(r.out.returned), "1000");
}

TEST(PvmGas, TotalsOfACorpusArePinned)
{
    FakeHost host;
    EXPECT_EQ(run_source("def go(p):\n    n = 0\n    for i in range(1000): n += i", host).cycles, 7033u);
    EXPECT_EQ(run_source("def f(n): return n if n < 2 else f(n - 1) + f(n - 2)\ndef go(p):\n    f(15)", host)
                  .cycles,
              44410u);
    EXPECT_EQ(run_source("class A:\n    def __init__(self): self.x = 1\n    def m(self): return self.x\n    "
                         "def go(self, p):\n        for i in range(100): A().m()",
                         host)
                  .cycles,
              4684u);
}

}  // namespace
}  // namespace lariat::pvm::vm_gas_test
