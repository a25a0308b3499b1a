// Idle watches (not hit since they were set or last fired) in order of creation, so that expired ones are
// removed in this order one at a time (BLK-8). In memory, rebuilt from the records on
// restart (TMR-7). The caller undoes its changes.
#pragma once

#include <map>

#include "timers/arrival_tree.hpp"

namespace lariat::timers {

class IdleWatches {
public:
    /// Watches with expires_at below this bound are dead.
    void set_judged(u64 judged) noexcept { judged_ = judged; }

    void insert(u64 number, const TimerId& id, u64 expires_at);
    void erase(u64 number);
    void set_expiry(u64 number, u64 expires_at);
    /// Raises the bound and returns the number of watches that died.
    u64 expire_below(u64 bound);
    /// The first by creation with expires_at < bound.
    std::optional<TimerId> first_expired(u64 bound) const;
    /// Whether expire_below would let some die.
    bool is_expiring(u64 bound) const
    {
        const auto next = by_expiry_.lower_bound(judged_);
        return next != by_expiry_.end() && next->first < bound;
    }
    u64 dead() const noexcept { return dead_; }
    bool same_as(const IdleWatches& other) const;

private:
    void count(u64 expires_at, i64 by);

    ArrivalTree tree_;              ///< by number
    std::map<u64, u64> by_expiry_;  ///< expires_at → how many
    u64 judged_ = 0;
    u64 dead_ = 0;
};

}  // namespace lariat::timers
