// The waiting timers in the order in which they came due: a radix tree over arrival numbers whose
// nodes know the earliest expiry below them, and the latest among those that may be looked at.
// So the oldest live one is found without stepping over a million dead ones, and the dead are taken
// off in arrival order one at a time, without ever being moved as a whole (BLK-8, LANE-3).
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

    void insert(u64 arrival, const WaitingTimer& timer);  ///< an arrival that is not in the tree
    void erase(u64 arrival);                              ///< one that is
    void replace(u64 arrival, const WaitingTimer& timer);
    const WaitingTimer* find(u64 arrival) const;
    u64 size() const noexcept { return size_; }

    /// The lowest arrival ≥ from that is not parked and has expires_at ≥ min_expiry.
    std::optional<u64> next_to_look_at(u64 from, u64 min_expiry) const;
    /// The lowest arrival, parked or not, with expires_at < bound.
    std::optional<u64> first_expired(u64 bound) const;
    /// The lowest arrival, parked or not, with expires_at ≥ bound.
    std::optional<u64> first_alive(u64 bound) const;

    /// All, in order of arrival.
    void for_each(const std::function<void(u64 arrival, const WaitingTimer&)>& visit) const;

private:
    struct Node;
    std::unique_ptr<Node> root_;
    u64 size_ = 0;
};

}  // namespace lariat::timers
