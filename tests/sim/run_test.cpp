// A run with every kind of drawing, pinned: the builds of the tests are g++ -O1 and clang++ with sanitizers,
// and both must give these bytes.
#include "sim/run.hpp"

#include <gtest/gtest.h>

#include "base/hash.hpp"
#include "base/hex.hpp"

namespace lariat::sim {
namespace {

constexpr const char* SCENARIO = R"([sim]
blocks = 120
warmup = 20
seeds = "1..1"
every = 10

[chain]
cycle_basefee = "1000000000"
lane_basefee_gain_denominator = 8

[rules]
ema = 4

[[population]]
name = "beat"
kind = "heartbeat"
count = 30
period = {lognormal = [12, 0.5]}
gas = {lognormal = [90000, 0.3]}
bid = "own"
tip = {lognormal = [0.1, 1.0]}
elasticity = 0.2

[[population]]
name = "crowd"
kind = "burst"
count = 20
activity = 1.5
gas = {pareto = [30000, 2.5]}
every = 25
fires = 40

[[population]]
name = "visitor"
kind = "oneshot"
count = 9
rate = 3.5
gas = {uniform = [20000, 60000]}
bid = "urgent"
)";
constexpr const char* PINNED = "0xf8178f6d31739eef7667539211e9f56944163a78d27f2e2eca250724b1e31213";

TEST(Run, SIM8_EveryCompilerGivesTheseBytes)
{
    const auto file = read_scenario_file(SCENARIO, "pinned.toml");
    ASSERT_TRUE(file) << file.error().message;
    const auto& [arm, scenario] = file.value().arms.at(0);
    const auto result = run_scenario(scenario, 7, {});
    ASSERT_TRUE(result) << result.error().message;
    const std::string all = result.value().rows + result.value().totals;
    EXPECT_GT(all.size(), 4'000u);
    EXPECT_EQ(PINNED, to_hex(sha256(view(all)))) << result.value().totals;
}

}  // namespace
}  // namespace lariat::sim
