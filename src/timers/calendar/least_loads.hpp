// The least load within each group of consecutive heights, so that a search for room skips full groups. It is
// learnt by searching and affects time only, never a result.
#pragma once

#include <algorithm>
#include <map>

#include "timers/calendar/load.hpp"

namespace lariat::timers {

class LeastLoads {
public:
    static constexpr u64 HEIGHTS = 64;  ///< heights in a group

    /// Sets the gas that each default-gas mark counts from now on.
    void set_gas_of_a_mark(u64 gas)
    {
        if (gas == gas_of_a_mark_) return;
        gas_of_a_mark_ = gas;
        least_.clear();
    }
    /// The load of a height in cycles, saturated.
    u64 total(const Load& load) const noexcept
    {
        const u128 sum = saturating_add(load.gas, u128{load.marks} * gas_of_a_mark_);
        return sum > U64_MAX ? U64_MAX : static_cast<u64>(sum);
    }

    /// The first group from `group` to `last` that is not known to have more than `enough` at every height;
    /// `last` + 1 if there is none.
    u64 first_with_less(u64 group, u64 last, u64 enough) const
    {
        for (auto it = least_.lower_bound(group);
             group <= last && it != least_.end() && it->first == group && it->second > enough; ++it)
            ++group;
        return group;
    }

    /// Records the least load of a group whose heights all have timers.
    void learn(u64 group, u64 least) { least_[group] = least; }
    /// Records the new load of a height.
    void set(u64 height, const Load& load)
    {
        if (least_.empty()) return;
        if (const auto known = least_.find(height / HEIGHTS); known != least_.end())
            known->second = std::min(known->second, total(load));
    }
    void erase(u64 height)
    {
        if (!least_.empty()) least_.erase(height / HEIGHTS);
    }

private:
    std::map<u64, u64> least_;  ///< by group: a lower bound, exact unless a load has risen since
    u64 gas_of_a_mark_ = 0;
};

}  // namespace lariat::timers
