// How the market answers to the step of a scenario: after how many blocks the weight of the class that
// changed its rate, and the lane base fee, stay at their new levels (docs/simulation.md, "Response to a
// step").
#pragma once

#include <nlohmann/json.hpp>

#include "sim/scenario.hpp"

namespace lariat::sim {

/// How far a mean may be from the final level: the sum of both parts.
struct Tolerance {
    u128 absolute = 0;  ///< in the unit of the values
    u128 thousandths_of_level = 0;
};

/// `values` has one value for each block from the step on. Their final level is the mean of the last quarter
/// of them. The result is the least i such that each mean of `span` values in a row that begins at the i-th
/// or later is within the tolerance of the final level. None if that is only so for means that begin in the
/// last quarter, or if there are fewer than four times `span` values.
std::optional<u64> blocks_to_settle(const std::vector<u128>& values, u64 span, const Tolerance& tolerance);

/// Of one run whose step names a population.
class Response {
public:
    explicit Response(const Scenario& scenario) : step_(scenario.step), warmup_(scenario.warmup) {}

    /// Once a block. `weights`: the sum of W, in thousandths, over all actors of the population, also those
    /// that have never fired.
    void note(u64 height, u128 lane_basefee, u64 weights);
    /// `actors`: of the population.
    nlohmann::ordered_json totals(u64 actors) const;

private:
    struct Series {
        u128 before_sum = 0;           ///< of the measured blocks before the step
        std::vector<u128> after = {};  ///< from the step on
    };
    static std::optional<u128> mean_before(const Series& series, u64 blocks);
    static std::optional<u128> final_level(const Series& series);

    const DemandStep& step_;
    u64 warmup_;
    u64 blocks_before_ = 0;
    Series weights_, fees_;
};

}  // namespace lariat::sim
