// Waiting timers in order of arrival: a radix tree over arrival numbers. Each node keeps the earliest expiry
// below it, and the latest expiry of the timers that are not parked. So the oldest live timer is found
// without visiting dead ones, and dead timers are removed one at a time in order of arrival (BLK-8, LANE-3).
//
// In memory only; rebuilt from the records on restart (TMR-7).
#pragma once

#include <memory>

#include "timers/record.hpp"

namespace lariat::timers {

struct WaitingTimer {
    TimerId id;
    u64 expires_at = 0;
    bool parked = false;
    bool operator==(const WaitingTimer&) const = default;
};

class ArrivalTree {
public:
    ArrivalTree();
    ~ArrivalTree();
    ArrivalTree(ArrivalTree&&) noexcept;
    ArrivalTree& operator=(ArrivalTree&&) noexcept;

    void insert(u64 arrival, const WaitingTimer& timer);  ///< the arrival must be absent
    void erase(u64 arrival);                              ///< the arrival must be present
    void replace(u64 arrival, const WaitingTimer& timer);
    const WaitingTimer* find(u64 arrival) const;
    u64 size() const noexcept { return size_; }
    /// Summaries that searches have looked at since it was made: the measure of their work.
    u64 steps() const noexcept { return steps_; }

    /// The lowest arrival ≥ from that is not parked and has expires_at ≥ min_expiry.
    std::optional<u64> next_to_look_at(u64 from, u64 min_expiry) const;
    /// The lowest arrival, parked or not, with expires_at < bound.
    std::optional<u64> first_expired(u64 bound) const;
    /// The lowest arrival, parked or not, with expires_at ≥ bound.
    std::optional<u64> first_alive(u64 bound) const { return next_alive(0, bound); }
    /// The same of those from `from` on.
    std::optional<u64> next_alive(u64 from, u64 bound) const;

    /// Visits all timers in order of arrival.
    void for_each(const std::function<void(u64 arrival, const WaitingTimer&)>& visit) const;

private:
    struct Node;
    std::unique_ptr<Node> root_;
    u64 size_ = 0;
    mutable u64 steps_ = 0;
};

}  // namespace lariat::timers
