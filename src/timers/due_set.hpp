// What has been taken in and not yet left: waiting and parked timers, those that stand again, the
// dead list, and the entries of the batch that is running. In memory, rebuilt from the records on
// restart (TMR-7); every change made inside an execution is undone with it (BLK-4).
#pragma once

#include <map>
#include <set>

#include "state/overlay.hpp"
#include "timers/arrival_tree.hpp"
#include "timers/counters.hpp"

namespace lariat::timers {

class DueSet {
public:
    explicit DueSet(state::Overlay& state) : state_(state) {}

    // What waits.
    void add_waiting(u64 arrival, const WaitingTimer& timer);
    void add_parked(u64 arrival, const WaitingTimer& timer, u64 gas_limit);
    void remove(const Timer& timer);  ///< waiting, parked, standing or dead: wherever it stands
    void set_expiry(const Timer& timer, u64 expires_at);
    u64 waiting_and_parked(u64 judged_height) const;  ///< without those that are dead
    const ArrivalTree& tree() const noexcept { return tree_; }

    // What stands again: parked timers whose gas limit fits a cap that rose.
    std::vector<std::pair<u64, TimerId>> parked_within(u64 gas_cap) const;  ///< by arrival
    void stand(const Timer& parked);
    std::optional<TimerId> first_standing() const;

    // The dead list: first-in first-out over explicit deaths and over whole blocks of expiries,
    // which are never moved, only counted and taken off in arrival order.
    u64 expire_below(u64 bound, Counters& counters);  ///< step 2 of section 4: how many died
    void add_dead(const Timer& timer);                ///< with its place saying how
    std::optional<TimerId> first_dead();
    u64 dead_count() const noexcept { return dead_.size() + expired_waiting_; }

    // The batch: pre-charged entries that have not started (LIF-7).
    struct BatchEntry {
        u64 gas_limit = 0;
        u64 arrival = 0;
        Address payer;
        u128 charged = 0;
    };
    void add_to_batch(const TimerId& id, const BatchEntry& entry);
    const BatchEntry* in_batch(const TimerId& id) const;
    void take_from_batch(const TimerId& id);       ///< it starts, or waits again
    void cancel_in_batch(const TimerId& id);       ///< undone if the cancelling execution fails
    std::vector<BatchEntry> cancelled_in_batch();  ///< since the last call: to be refunded

    /// The error says why a record cannot be read (TMR-2); the set is then of no use.
    StatusOf<std::string> rebuild(const state::Store& store, const Counters& counters);
    bool same_as(const DueSet& other) const;  ///< for checking a rebuild

private:
    using ExpiryCounts = std::map<u64, u64>;  ///< expires_at → how many of tree_

    void put_in_tree(u64 arrival, const WaitingTimer& timer);
    void take_from_tree(u64 arrival);
    void count(u64 expires_at, i64 by);

    state::Overlay& state_;
    ArrivalTree tree_;  ///< waiting, parked, and what expired among them and is not yet removed
    ExpiryCounts expiries_;
    u64 judged_ = 0;                        ///< Counters::judged_height
    u64 expired_waiting_ = 0;               ///< of tree_ with expires_at < judged_
    std::set<std::pair<u64, u64>> parked_;  ///< (gas limit, arrival)
    std::map<u64, TimerId> standing_;       ///< by arrival
    std::map<u64, TimerId> dead_;           ///< by number of death
    std::map<u64, u64> expired_blocks_;     ///< number of death → bound of the expiries it stands for
    std::map<TimerId, BatchEntry> batch_;
    std::vector<BatchEntry> batch_cancelled_;
};

}  // namespace lariat::timers
