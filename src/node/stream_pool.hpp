// The topic `pending`: what happens to transactions of the pool, and a subscription to it.
#pragma once

#include <deque>
#include <memory>

#include "node/core.hpp"
#include "node/stream_messages.hpp"
#include "node/stream_queue.hpp"

namespace lariat::node {

/// A transaction got another status.
struct PoolChange {
    u64 number = 0;
    u64 height = 0;   ///< of the head then
    u64 arrival = 0;  ///< its place in the pool; 0: it is no longer there
    Address sender;
    std::string tx;  ///< as JSON
};

/// The last changes of the pool, for all subscriptions together. Guarded by the core's lock.
class PoolFeed {
public:
    /// Kept while anybody subscribes. A subscription that reads so slowly that it needs more has lost its
    /// place.
    static constexpr u64 BYTES_MAX = u64{16} << 20;

    void add(PoolChange change);
    void clear();
    /// Number of the latest change.
    u64 latest() const noexcept { return latest_; }
    /// The change with this number; nullptr if it is no longer kept.
    const PoolChange* find(u64 number) const;

private:
    std::deque<PoolChange> changes_;
    u64 latest_ = 0, bytes_ = 0;
};

/// Gives first what is in the pool, by arrival, a page at a time, and each change of what was given.
class PoolSubscription {
public:
    /// Needs the core's lock.
    PoolSubscription(const SubscribeMessage& wanted, const Core& core, const PoolFeed& feed);

    const std::string& id() const noexcept { return id_; }

    enum class Step { nothing_left, went_on, lost_its_place };
    /// Queues the next changes, or a page of the pool if `with_pool`. Needs the core's lock.
    Step step(const Core& core, const PoolFeed& feed, StreamQueue& queue, bool with_pool);
    bool has_given_the_pool() const noexcept { return given_ >= given_to_; }
    bool is_behind(const PoolFeed& feed) const noexcept { return seen_ < feed.latest(); }

private:
    bool is_wanted(const Address& sender) const { return !sender_ || *sender_ == sender; }

    std::string id_;
    std::optional<Address> sender_;
    u64 seen_;          ///< number of the last change that was queued
    u64 given_ = 0;     ///< arrival of the last transaction of the pool that was given
    u64 given_to_ = 0;  ///< arrival of the last one that was there at the beginning
};

}  // namespace lariat::node
