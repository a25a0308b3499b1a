// What a run measures: of the whole market, and of each class of actors (SIM-11). Sums are whole numbers; the
// report divides.
#pragma once

#include <map>

#include <nlohmann/json.hpp>

#include "chain/block.hpp"
#include "sim/cast.hpp"
#include "sim/response.hpp"

namespace lariat::sim {

/// A class: a population, or its actors above ("heavy") or not above ("light") its median activity.
struct ClassTotals {
    u64 asked = 0;  ///< timers due in the measured blocks
    u64 first = 0;  ///< of them: fired in their due block
    u64 fired = 0, expired = 0, insolvent = 0;
    u64 open = 0;              ///< still waiting at the end
    std::map<u64, u64> waits;  ///< blocks from due to fire, or to the end of the run → how many
    u128 cycles = 0, charged = 0, tips = 0;
    u64 weight_sum = 0, weight_square_sum = 0;  ///< of fires, W in thousandths
    u64 weight_between = 0;                     ///< fires with 1 < W < 2
    u64 insolvent_actors = 0;  ///< that lost a timer because they could not pay, in the whole run
};

/// A timer that has not left yet.
struct OpenTimer {
    const SimActor* actor = nullptr;
    u64 due = 0;
};

class Metrics {
public:
    Metrics(const Scenario& scenario, const Cast& cast);

    void scheduled(const timers::TimerId& id, const OpenTimer& timer) { open_.emplace(id, timer); }
    /// The timer, if an actor of the cast has it and it has not left.
    const OpenTimer* find(const timers::TimerId& id) const;
    void fired(const lane::Fired& fire, u64 height);
    void left(const timers::TimerId& id, timers::ExitKind kind);
    void refused() { ++refused_; }
    /// After the fires and exits of a block. `weights`: as Response::note() needs them.
    void end_block(const chain::BlockResult& result, u128 median_priority, u64 weights);

    nlohmann::ordered_json totals(u64 last_height);

private:
    void count(const SimActor& actor, u64 due, const std::function<void(ClassTotals&)>& add);
    nlohmann::ordered_json totals_of(const ClassTotals& c) const;

    const Scenario& scenario_;
    struct Classes {
        ClassTotals all, light, heavy;
        std::vector<bool> insolvent;
    };
    std::vector<Classes> classes_;  ///< by population
    std::map<timers::TimerId, OpenTimer> open_;
    u64 refused_ = 0;  ///< transactions that were not run or failed, in the whole run

    // Of the measured blocks.
    std::vector<u128> lane_basefees_, tip_ratios_;  ///< m × 10^6 / L
    u64 blocks_ = 0, fires_ = 0, lane_full_ = 0, lane_empty_ = 0;
    u128 lane_cycles_ = 0, burned_cycle_ = 0, burned_lane_ = 0, tips_ = 0;
    u64 waiting_max_ = 0;
    u128 lane_size_ = 0;
    Response response_;
};

}  // namespace lariat::sim
