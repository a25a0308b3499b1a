// Rules that the specification of the auction does not have, for simulated chains alone: null everywhere
// else, outside of the state, and in no file. Only a rule that a simulation recommends becomes a governed
// field.
#pragma once

#include "lane/ports.hpp"

namespace lariat::lane {

class AuctionPolicy {
public:
    virtual ~AuctionPolicy() = default;
    /// W instead of weight_of() of the same values.
    virtual u64 weight(u64 recent, u64 median, const timers::TimerConfig& config) const = 0;
    /// m and L of the next block, where the written rules give these.
    virtual u128 median_priority(u128 written, const std::vector<Fired>& fired) const = 0;
    virtual u128 lane_basefee(u128 written) const = 0;
    /// Under tie_break fair: equal effective priorities by due height first, then by weight.
    virtual bool oldest_first() const = 0;
};

}  // namespace lariat::lane
