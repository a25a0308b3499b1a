// Implements the rules under trial.
#include "sim/trial.hpp"

#include <algorithm>

#include "lane/auction/pricing.hpp"

namespace lariat::sim {

Trial::Trial(const Scenario& scenario, const Cast& cast, const RecentFires& fires)
    : scenario_(scenario), cast_(cast), fires_(fires)
{
}

void Trial::begin_block()
{
    const TrialRules& rules = scenario_.rules;
    if (!rules.any()) return;
    const i128 median = i128{rules.median_of_fires ? fires_.median_of_fires() : fires_.median_of_actors()}
                        << 16;
    const i128 before = begun_ ? static_cast<i128>(median_) : median;
    median_ = static_cast<u128>(before + ((median - before) >> rules.ema_shift));
    begun_ = true;
}

u64 Trial::weight(u64 recent, u64 /*median*/, const timers::TimerConfig& config) const
{
    constexpr u64 UNIT = u64{1} << 32;
    constexpr u128 LEAST = u128{1} << 16;
    const u64 low = static_cast<u64>(u128{config.fairness_clip_min} * UNIT / 1000);
    const u64 high = static_cast<u64>(u128{config.fairness_clip_max} * UNIT / 1000);
    if (recent == 0 && scenario_.rules.zero_is_low) return low;
    const u128 ratio = (u128{recent} << 48) / std::max(LEAST, median_);
    return std::clamp<u64>(ratio >= 2 * UNIT ? 0 : 2 * UNIT - static_cast<u64>(ratio), low, high);
}

u128 Trial::median_priority(u128 written, const std::vector<lane::Fired>& fired) const
{
    if (!scenario_.rules.explicit_tips) return written;
    std::vector<u128> priorities;
    for (const lane::Fired& f : fired) {
        const SimActor* actor = f.terms ? cast_.find(f.owner) : nullptr;
        if (!actor) continue;
        const BidRule rule = scenario_.populations[actor->population].bid.rule;
        if (rule == BidRule::own || rule == BidRule::agent) priorities.push_back(f.terms->priority);
    }
    return lane::lower_median(std::move(priorities));
}

u128 Trial::lane_basefee(u128 written) const
{
    return std::max(written, scenario_.cycle_basefee * scenario_.rules.floor_thousandths / 1000);
}

}  // namespace lariat::sim
