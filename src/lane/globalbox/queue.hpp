// The queue of the Globalbox in memory: each target's fires in order, and the heads of all targets in order.
// So a target that has had its share is taken out by its head alone, however many wait behind it (GBX-7).
// Rebuilt from the records on restart (TMR-7).
#pragma once

#include <map>
#include <set>

#include "timers/record.hpp"

namespace lariat::lane {

/// The comparator of GBX-4, all of it fixed when the fire was queued (GBX-5). The lowest is the best.
struct QueueOrder {
    std::array<u8, 32> rank{};
    u8 bucket = 0;
    u32 cursor = 0;
    u64 due_height = 0;
    Address target;
    timers::TimerId id;
    std::strong_ordering operator<=>(const QueueOrder& other) const noexcept;
    bool operator==(const QueueOrder&) const = default;
};
/// Of a timer with a place in the queue.
QueueOrder order_of(const timers::Timer& timer);

class FireQueue {
public:
    void insert(const QueueOrder& order, u64 expires_at);
    /// False when it is not there.
    bool erase(const QueueOrder& order);
    bool set_expiry(const QueueOrder& order, u64 expires_at);

    /// The best of the targets that are not set aside, with expires_at ≥ alive_from; what is found dead
    /// before it is dropped, once.
    std::optional<timers::TimerId> first(u64 alive_from);
    void set_aside(const Address& target);
    void put_back();  ///< all targets that were set aside

    void clear();
    u64 size() const noexcept { return size_; }
    /// Entries visited or moved so far: what a test of GBX-6 and GBX-7 counts.
    u64 steps() const noexcept { return steps_; }
    /// All with expires_at ≥ alive_from, in order.
    std::map<QueueOrder, u64> all(u64 alive_from) const;

private:
    using Fires = std::map<QueueOrder, u64>;  ///< → expires_at
    void change(const Address& target, const std::function<void(Fires&)>& edit);

    std::map<Address, Fires> targets_;
    std::set<QueueOrder> heads_;  ///< of targets that are not set aside
    std::set<Address> aside_;
    u64 size_ = 0;
    u64 steps_ = 0;
};

}  // namespace lariat::lane
