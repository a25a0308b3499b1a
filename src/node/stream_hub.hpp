// All streams of a node: wakes them when something happens. The core tells it under its lock; it only notes
// that and wakes, so that no client delays a block. What is new each stream reads by itself.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <set>

#include "node/core.hpp"
#include "node/stream_pool.hpp"
#include "node/stream_service.hpp"

namespace lariat::node {

class StreamClient;

class StreamHub final : public CoreListener {
public:
    StreamHub(Core& core, u64 streams_max);
    ~StreamHub() override;

    /// A session for a new socket; nullptr if there are as many as may be.
    std::shared_ptr<StreamSession> open();
    u64 count() const;
    /// Ends all streams with 1001.
    void stop();
    bool is_stopping() const noexcept { return stopping_; }
    /// Height of the head: no answer has told of a later block. From any thread, without the core's lock.
    u64 head() const noexcept { return head_; }

    // Called under the core's lock.
    void block_made() override;
    void reverted(u64 height) override;
    bool wants_transactions() const override { return pool_readers_ > 0; }
    void tx_changed(const Address& sender, u64 arrival, const OrderedJson& tx) override;

    // For the clients; the first two under the core's lock.
    const PoolFeed& feed() const noexcept { return feed_; }
    void count_pool_readers(int more);
    void set_wake(StreamClient& client, std::function<void()> wake);
    /// It has more to do, in another turn of its thread.
    void wake(StreamClient& client);
    void leave(StreamClient& client);

private:
    void wake_all();

    Core& core_;
    const u64 streams_max_;
    std::atomic<bool> stopping_ = false;
    mutable std::mutex mutex_;  ///< may be taken under the core's lock, not the other way round
    std::set<StreamClient*> clients_;
    // Guarded by the core's lock.
    PoolFeed feed_;
    int pool_readers_ = 0;
    std::atomic<u64> head_ = 0;  ///< written under the core's lock
};

}  // namespace lariat::node
