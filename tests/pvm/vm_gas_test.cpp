// Prices: the rows of fees.md, each as the difference between two programs.
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

// What `with` costs beyond `without`, both in a handler behind `before`.
u64 cost(std::string before, std::string_view with, std::string_view without = "pass")
{
    const auto cycles = [&](std::string_view body) {
        FakeHost host;
        const Ran r = run_source(
            "import pvm_host\ndef go(p):\n    " + before + "\n    " + std::string(body) + "\n", host);
        EXPECT_EQ(r.out.status, ExitStatus::ok) << r.out.traceback << body;
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
    EXPECT_EQ(cost("l = [1] * 8", "sum(l)"), call + 10 + 7 + 1);
    EXPECT_EQ(cost("l = [1] * 8", "sorted(l)"), call + 8 + 20 + 24);  // copying the items first
    EXPECT_EQ(cost("s = 'abcd'", "s + s"), 2u + 1 + 8 + 1);
    EXPECT_EQ(cost("s = 'abcd'", "s.encode()"), 1u + 1 + 1 + 10 + 4 + 1);
    EXPECT_EQ(cost("b = bytes(64)", "pvm_host.keccak256(b)"), 1u + 1 + 1 + 1 + 12 + 1);
    EXPECT_EQ(cost("b = bytes(65)", "pvm_host.keccak256(b)"), 1u + 1 + 1 + 1 + 18 + 1);
    EXPECT_EQ(cost("pass", "pvm_host.block_height()"), 1u + 1 + 1 + 1);
    EXPECT_EQ(cost("pass", "pvm_host.get_state(b'k')"), 1u + 1 + 1 + 1 + 10 + 1);
}

TEST(PvmGas, TryRaiseAndHandlerAreFiveEach)
{
    EXPECT_EQ(cost("x = 1", "try: x\n    except ValueError: pass"), 5u + 1 + 1 + 1);
    EXPECT_GE(cost("e = ValueError()", "try: raise e\n    except ValueError: pass"), 15u);
}

TEST(PvmGas, ImportsCostAHundredThenFive)
{
    EXPECT_GT(cost("pass", "import base64"), 100u);  // and what the module's names cost to put in place
    EXPECT_EQ(cost("import base64", "import base64"), 5u + 1);
}

TEST(PvmGas, GasLeftReadsTheMeter)
{
    FakeHost host;
    const Ran r = run_source(
        "import pvm_host\ndef go(p):\n    a = pvm_host.gas_left()\n    pvm_host.charge_gas(1000)\n    b = "
        "pvm_host.gas_left()\n    return str(a - b).encode()",
        host);
    ASSERT_EQ(r.out.status, ExitStatus::ok) << r.out.traceback;
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
}  // namespace lariat::pvm
