// Lag and settling of hand-made series.
#include "sim/response.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lariat::sim {
namespace {

/// `first` values of `before`, then `after`, 100 in all.
std::vector<u128> step_at(u64 first, u128 before, u128 after)
{
    std::vector<u128> values(100, after);
    std::fill_n(values.begin(), first, before);
    return values;
}

TEST(Response, SIM3_SIM6_ASeriesHasSettledAtTheFirstMeanAfterWhichAllAreWithinTheTolerance)
{
    EXPECT_EQ(0u, blocks_to_settle(step_at(0, 9, 5), 1, {}));
    EXPECT_EQ(30u, blocks_to_settle(step_at(30, 9, 5), 1, {}));
    // The mean of four that begins at 29 has one 9 among 5s: 6. With a tolerance of 1 it is within.
    EXPECT_EQ(30u, blocks_to_settle(step_at(30, 9, 5), 4, {}));
    EXPECT_EQ(29u, blocks_to_settle(step_at(30, 9, 5), 4, {.absolute = 1}));
    EXPECT_EQ(0u, blocks_to_settle(step_at(30, 9, 5), 4, {.absolute = 4}));
    EXPECT_EQ(29u, blocks_to_settle(step_at(30, 9, 5), 4, {.thousandths_of_level = 200}));
    EXPECT_EQ(30u, blocks_to_settle(step_at(30, 9, 5), 4, {.thousandths_of_level = 199}));
}

TEST(Response, SIM3_SIM6_ASeriesThatLeavesTheToleranceLateHasNotSettled)
{
    auto values = step_at(10, 9, 5);
    values[60] = 50;
    EXPECT_EQ(61u, blocks_to_settle(values, 1, {.absolute = 1}));
    EXPECT_EQ(std::nullopt, blocks_to_settle(step_at(80, 9, 5), 1, {.absolute = 1}));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 2 ? 0 : 20;
    EXPECT_EQ(std::nullopt, blocks_to_settle(values, 1, {.absolute = 9}));
    EXPECT_EQ(0u, blocks_to_settle(values, 2, {.absolute = 9}));
}

TEST(Response, SIM3_SIM6_TooFewValuesHaveNotSettled)
{
    EXPECT_EQ(std::nullopt, blocks_to_settle({}, 1, {}));
    EXPECT_EQ(std::nullopt, blocks_to_settle(step_at(0, 0, 5), 26, {}));
    EXPECT_EQ(0u, blocks_to_settle(step_at(0, 0, 5), 25, {}));
}

Scenario scenario_of_step()
{
    Scenario scenario;
    scenario.warmup = 10;
    scenario.step.at = 31;
    scenario.step.of = "doubler";
    scenario.step.span = 2;
    return scenario;
}

TEST(Response, SIM3_LagIsThatOfTheMeanWeightOfAllActorsOfTheClass)
{
    const Scenario scenario = scenario_of_step();
    Response response(scenario);
    // Four actors with W = 1.75, from block 51 on with 1.5; what is before the warm-up is not measured.
    for (u64 h = 1; h <= 130; ++h) response.note(h, 1'000, h <= 10 ? 0 : h <= 50 ? 7'000 : 6'000);
    const auto totals = response.totals(4);
    EXPECT_EQ(1'750, totals["weight_before"]);
    EXPECT_EQ(1'500, totals["weight_after"]);
    EXPECT_EQ(20, totals["lag"]);
    EXPECT_EQ(0, totals["settling"]);
    EXPECT_EQ("1000", totals["lane_basefee_before"]);
}

TEST(Response, SIM3_AClassWhoseWeightStaysHasNoLag)
{
    const Scenario scenario = scenario_of_step();
    Response response(scenario);
    // W = 2 of an actor that has never fired, then 1.96: within 0.05.
    for (u64 h = 1; h <= 130; ++h) response.note(h, h % 2 ? 1 : 1'000'000, h <= 50 ? 2'000 : 1'960);
    const auto totals = response.totals(1);
    EXPECT_EQ("no change", totals["lag"]);
    EXPECT_EQ(0, totals["settling"]);  // the mean of two blocks in a row is always the same
}

TEST(Response, SIM3_SIM6_ARunThatEndsBeforeTheStepHasNeitherLagNorLevels)
{
    const Scenario scenario = scenario_of_step();
    const auto totals = Response(scenario).totals(0);
    EXPECT_EQ("not settled", totals["lag"]);
    EXPECT_EQ("not settled", totals["settling"]);
    EXPECT_TRUE(totals["weight_before"].is_null());
    EXPECT_TRUE(totals["lane_basefee_after"].is_null());
}

TEST(Response, SIM6_AFeeThatSwingsBeyondTheToleranceDoesNotSettle)
{
    const Scenario scenario = scenario_of_step();
    Response response(scenario);
    for (u64 h = 1; h <= 130; ++h) response.note(h, h % 20 < 10 ? 1'000 : 2'000, 1'000);
    EXPECT_EQ("not settled", response.totals(1)["settling"]);
}

}  // namespace
}  // namespace lariat::sim
