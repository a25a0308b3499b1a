// The Globalbox queue in memory: the fires of each target in order, and the heads of all targets in order. A
// target that reached its quota is set aside by its head alone, however many fires wait behind it (GBX-7).
// Rebuilt from the records on restart (TMR-7).
#pragma once

#include <map>
#include <set>

#include "timers/record.hpp"

namespace lariat::lane {

/// Sort key of GBX-4, fixed when the fire is queued (GBX-5). The lowest is the best.
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
/// The sort key of a timer that has a place in the queue.
QueueOrder order_of(const timers::Timer& timer);

class FireQueue {
public:
    void insert(const QueueOrder& order, u64 expires_at);
    /// Returns false if the fire is not in the queue.
    bool erase(const QueueOrder& order);
    bool set_expiry(const QueueOrder& order, u64 expires_at);

    /// The best fire with expires_at ≥ alive_from of the targets that are not set aside. Dead fires in front
    /// of it are dropped, each once.
    std::optional<timers::TimerId> first(u64 alive_from);
    /// The first `most` fires with expires_at ≥ alive_from, in order.
    std::vector<QueueOrder> best(u64 most, u64 alive_from) const;
    void set_aside(const Address& target);
    void put_back();  ///< takes back all targets that were set aside

    /// For a queue that is needed no longer: frees so many fires at most. True when none is left.
    bool give_back(u64 most);
    u64 size() const noexcept { return size_; }
    /// Number of entries visited or moved so far, for tests of GBX-6 and GBX-7.
    u64 steps() const noexcept { return steps_; }
    /// All fires with expires_at ≥ alive_from, in order.
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
