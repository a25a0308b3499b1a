// Tests of gas::FAR: an access to an object outside the modelled cache costs extra, once until the object is
// evicted.
#include "pvm/gas.hpp"
#include "pvm/objects/reached.hpp"
#include "vm_test_support.hpp"

namespace lariat::pvm {
namespace {

constexpr const char* KEPT = "    x = X(); x.n = 1; l = [1, 2]; d = {1: 2}; t = tuple([3, 4])\n";

// What `repeated`, behind `before`, costs more than nothing does, with its instructions.
u64 cost(const std::string& before, const std::string& repeated)
{
    const auto cycles = [&](const std::string& body) {
        FakeHost host;
        const Ran r = run_source("class X: pass\nclass Y: pass\ndef go(p):\n" + std::string(KEPT) + "    " +
                                     before + "\n    " + body + "\n    pass\n",
                                 host, "go", "", 50'000'000);
        EXPECT_EQ(r.out.status, ExecutionStatus::ok) << r.out.traceback;
        return r.cycles;
    };
    return cycles(repeated) - cycles("pass");
}

u64 cost_behind(u64 bytes, const std::string& repeated)
{
    return cost("between = bytes(" + std::to_string(bytes) + ")", repeated);
}

constexpr const char* STEPS[] = {"x.n", "l[0]", "l[-1]", "d[1]", "t[1]", "l[0:1]", "a, b = l", "a, b = t"};

TEST(PvmFar, WhatLiesAmongTheNewestHalfMebibyteCostsNothingBeside)
{
    for (const char* step : STEPS) EXPECT_EQ(cost_behind(500'000, step), cost("pass", step)) << step;
}

TEST(PvmFar, WhatLiesFurtherOffCostsOnceForEachObject)
{
    for (const char* step : STEPS) {
        const std::string once = step, twice = once + "; " + once;
        EXPECT_EQ(cost_behind(600'000, once), cost("pass", once) + gas::FAR) << step;
        EXPECT_EQ(cost_behind(600'000, twice), cost("pass", twice) + gas::FAR) << step;
    }
}

TEST(PvmFar, AnObjectWhoseLineAnotherTookCostsAgain)
{
    // Objects a multiple of LINES lines apart take turns on one line; a line further, and they do not.
    constexpr u64 APART = Reached::LINES * Reached::LINE_BYTES;
    const auto turns = [&](u64 apart) {
        return cost("pad = bytes(" + std::to_string(apart) + "); z = [5, 6]; between = bytes(700000)",
                    "for i in range(10): t[0]; z[0]");
    };
    u64 most = 0, least = ~u64{0};
    for (u64 less = 0; less < 400; less += 40) {
        const u64 cycles = turns(APART - less);
        most = std::max(most, cycles);
        least = std::min(least, cycles);
    }
    EXPECT_EQ(most - least, 18 * gas::FAR);  // each of both for each turn but the first
}

TEST(PvmFar, OneExecutionDoesNotKnowWhatAnotherReached)
{
    const u64 first = cost_behind(600'000, "x.n");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(cost_behind(600'000, "x.n"), first);
}

TEST(PvmFar, WhatTheProgramItselfHoldsLiesInNoMemoryOfTheExecution)
{
    EXPECT_EQ(cost_behind(600'000, "'abc'[0]; (1, 2, 'x')[0]; int.real; X.__name__"),
              cost("pass", "'abc'[0]; (1, 2, 'x')[0]; int.real; X.__name__") + gas::FAR);  // X is made
}

TEST(PvmFar, WhoCannotPayForTheStepDoesNotTakeIt)
{
    FakeHost host;
    const std::string source =
        "class X: pass\nclass Y: pass\ndef go(p):\n    x = X(); x.n = 1\n    b = bytes(600000)\n    x.n\n";
    const u64 whole = run_source(source, host).cycles;
    for (u64 limit = whole - 16; limit < whole; ++limit) {
        const Ran r = run_source(source, host, "go", "", limit);
        EXPECT_EQ(r.out.status, ExecutionStatus::out_of_cycles) << limit;
    }
}

}  // namespace
}  // namespace lariat::pvm
