// A subscription to something that blocks have: a cursor over the archive, from some height on to the head
// and after it.
#pragma once

#include <algorithm>

#include "node/core.hpp"
#include "node/stream_messages.hpp"
#include "node/stream_queue.hpp"

namespace lariat::node {

/// Gives each row once: the cursor moves with what was queued, and a page and the head are read under one
/// lock.
class HistorySubscription {
public:
    /// `number` is its own in its stream. Without `from_height` it begins with the next block.
    HistorySubscription(u64 number, const SubscribeMessage& wanted, u64 head);

    const std::string& id() const noexcept { return id_; }
    u64 number() const noexcept { return number_; }

    enum class Step { nothing_left, went_on, pruned };
    /// Queues a page, as far as the head goes. Needs the core's lock.
    Step step(const Core& core, StreamQueue& queue);
    /// Once it has been at the head, what it lacks is what happened since.
    bool is_live() const noexcept { return live_; }
    bool is_at(u64 head) const noexcept { return next_ > head; }
    /// The chain went back from block `head` to block `height`.
    void reverted(u64 height, u64 head);

    /// The client can read everything up to this block.
    void marked(u64 height) { marked_ = std::min(height, next_ - 1); }  // it may be undone since
    std::optional<u64> last_mark() const noexcept { return marked_; }

private:
    void mark(const Core& core, u64 height, StreamQueue& queue) const;

    std::string id_;
    u64 number_;
    StreamTopic topic_;
    u64 next_;                                  ///< the first block that is not wholly queued
    std::optional<std::pair<u64, u64>> after_;  ///< the last row that is queued, in a block that is not
    u64 history_to_;                            ///< blocks above it have a mark each
    bool live_ = false;
    std::optional<u64> marked_;
};

}  // namespace lariat::node
