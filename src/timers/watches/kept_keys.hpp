// The actors that keep modified keys for a later block, in the order in which they began to: at most
// max(2, max_kept_keys_per_actor) keys for each of them.
//
// Keys (docs/state-layout.md):  K ‖ place of the actor ‖ position → a key that is kept
#pragma once

#include <set>

#include "state/walk.hpp"
#include "timers/watches/key_queue.hpp"

namespace lariat::timers {

class KeptKeys {
public:
    explicit KeptKeys(state::Overlay& state) : state_(state) {}

    /// The list of an actor; null if it keeps no keys.
    KeyQueue* of(const Address& actor);
    /// The first list with a place above `place`; null if there is none.
    KeyQueue* next(u64 place);
    /// The same, without those whose first key is known to wait for a hit of a watch that lives.
    KeyQueue* next_unblocked(u64 place);

    /// Called by a step for a list whose first key needs a hit that no bound allows any more, and before it
    /// serves one.
    void set_blocker(KeyQueue& queue, const KeyQueue::Blocker& blocker);
    void forget_blocker(KeyQueue& queue);
    /// The watch is gone, or expires at another height.
    void watch_changed(u64 number);
    /// Watches with an expires_at below it may be dead.
    void forget_blockers_below(u64 expires_at);

    /// The end of a step for a list that it changed: one without keys leaves the order.
    void settle(KeyQueue& queue, u64 limit);
    /// The same for an actor that kept no keys: it joins at the end if there are any left.
    void settle_new(KeyQueue queue, u64 limit);
    /// Blurs what is too long because the limit was lowered. One step in memory when nothing is.
    void shrink_all(u64 limit);

    u64 count() const noexcept { return count_; }
    /// How many lists next() and next_unblocked() gave so far, for tests of BLK-8.
    u64 visits() const noexcept { return visits_; }

    void rebuild(state::Walk& walk);
    bool same_as(const KeptKeys& other) const;

private:
    void write(KeyQueue& queue, u64 limit);
    void remove(KeyQueue& queue);

    state::Overlay& state_;
    std::map<u64, KeyQueue> by_place_;
    std::map<Address, u64> place_of_;
    u64 count_ = 0;
    u64 visits_ = 0;
    std::set<std::pair<std::size_t, u64>> by_size_;  ///< size and place of the lists that are not blurred
    std::set<u64> unblocked_;                        ///< places without a known blocker
    std::set<std::pair<u64, u64>> by_watch_, by_expiry_;  ///< of blockers: number or expires_at, and place
};

}  // namespace lariat::timers
