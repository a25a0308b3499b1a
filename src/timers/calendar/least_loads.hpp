// What is least asked of the lane at any of so many heights in a row, where all of them have timers: a search
// for room passes by whole groups that are full. Learnt by searching; nothing but time depends on it.
#pragma once

#include <algorithm>
#include <map>

#include "timers/calendar/load.hpp"

namespace lariat::timers {

class LeastLoads {
public:
    static constexpr u64 HEIGHTS = 64;  ///< of a group

    /// Loads are compared with this gas for each mark from now on.
    void set_gas_of_a_mark(u64 gas)
    {
        if (gas == gas_of_a_mark_) return;
        gas_of_a_mark_ = gas;
        least_.clear();
    }
    /// What a height asks of the lane, as far as a lane can have it.
    u64 total(const Load& load) const noexcept
    {
        const u128 sum = saturating_add(load.gas, u128{load.marks} * gas_of_a_mark_);
        return sum > U64_MAX ? U64_MAX : static_cast<u64>(sum);
    }

    /// The first group from `group` to `last` of which it is not known that all of it asks for more than
    /// `enough`; the one after `last`: none.
    u64 first_with_less(u64 group, u64 last, u64 enough) const
    {
        for (auto it = least_.lower_bound(group);
             group <= last && it != least_.end() && it->first == group && it->second > enough; ++it)
            ++group;
        return group;
    }

    /// All heights of the group have timers, and this is the least that one of them asks for.
    void learn(u64 group, u64 least) { least_[group] = least; }
    /// A height asks for this now.
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
    std::map<u64, u64>
        least_;  ///< by group; no more than it is, and no less unless a height asks for more now
    u64 gas_of_a_mark_ = 0;
};

}  // namespace lariat::timers
