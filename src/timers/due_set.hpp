// The due set: waiting and parked timers, timers that stand again, the dead list, and the entries of the
// running batch. It lives in memory and is rebuilt from the records at a restart (TMR-7). Every change made
// inside an execution is undone with that execution (BLK-4).
//
// Making timers stand rewrites no record. Instead it ends an era: a record names the era in which its timer
// began to wait, and the state keeps how that era, or a later one, ended. In memory a timer is found by its
// arrival, so a lookup does not depend on how many eras have ended. An ending is forgotten as soon as none
// of the timers that it made stand is left, so there are never more endings than timers.
#pragma once

#include <map>
#include <set>

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/arrival_tree.hpp"
#include "timers/counters.hpp"
#include "timers/idle_watches.hpp"

namespace lariat::timers {

/// A discipline that keeps the waiting timers in an order of its own.
class WaitingOrder {
public:
    virtual ~WaitingOrder() = default;
    virtual void joined(const Timer& timer, u64 judged) = 0;  ///< expires_at below `judged`: already dead
    virtual void left(const Timer& timer) = 0;                ///< also called for a timer that has expired
    virtual void expiry_changed(const Timer& timer, u64 expires_at) = 0;
};

class DueSet {
public:
    explicit DueSet(state::Overlay& state) : state_(state) {}

    /// `order` is notified of every timer that begins or stops waiting.
    void add_order(WaitingOrder& order) { orders_.push_back(&order); }

    /// Where a timer stands now. Its record may be older: making timers stand and expiry rewrite no record.
    Place::Where where_is(const Timer& timer) const;

    // Waiting timers. The timer's place holds its arrival and era.
    void add_waiting(const Timer& timer);
    void add_parked(const Timer& timer);
    void add_idle(const Timer& watch);
    void remove(const Timer& timer);  ///< waiting, parked, standing, idle or dead: wherever it stands
    /// For a parked timer: `gas` is now the limit that must fit for it to stand. Changes its place too.
    void set_parked_gas(Timer& timer, u64 gas, u64 era);
    void set_expiry(const Timer& timer, u64 expires_at);
    u64 waiting_and_parked(u64 judged_height) const;              ///< without those that are dead
    u64 parked_count() const noexcept { return parked_.size(); }  ///< dead ones among them included
    const ArrivalTree& tree() const noexcept { return tree_; }

    // Timers that stand again. They are taken in before any height, in order of arrival. Each call that
    // makes a timer stand ends the era.
    void make_all_stand(Counters& counters);                 ///< moves one tree, touches no timer
    void let_parked_stand(u64 gas_cap, Counters& counters);  ///< those whose gas limit fits the cap
    std::optional<TimerId> first_standing() const;
    /// Some of those that stand, the first one among them, at most `limit`: for who reads records ahead.
    std::vector<TimerId> some_standing(u64 limit) const;
    /// What will stand in a coming block, in order of arrival, until `visit` says no.
    struct WillStand {
        bool all = false;  ///< another discipline will be in force
        u64 gas_cap = 0;   ///< and this cap
        u64 height = 0;
    };
    void for_each_standing(const WillStand& when,
                           const std::function<bool(u64 arrival, const TimerId& id)>& visit) const;
    /// Deletes the endings of which no timer is left. Call it once a block, outside executions.
    void forget_ended_eras();
    /// How many endings are kept, in memory and in the state.
    std::size_t ended_eras() const noexcept { return stood_.size() + raised_.size(); }

    // The dead list, first in first out. An entry is one timer, or all timers that expired in one block:
    // those are not moved, only counted, and removed one by one in order of arrival.
    u64 expire_below(u64 bound, Counters& counters);  ///< step 2 of section 4: how many died
    bool is_expiring(u64 bound) const;                ///< whether expire_below would let some die
    void add_dead(const Timer& timer);                ///< its place holds the cause
    std::optional<TimerId> first_dead();
    /// Every taken-in timer and every watch with expires_at below this height is dead. For others ask
    /// where_is().
    u64 dead_below() const;
    u64 dead_count() const noexcept;

    // The batch: pre-charged fires that have not started (LIF-7).
    struct BatchEntry {
        u64 gas_limit = 0;
        u64 arrival = 0;
        Address payer;
        u128 charged = 0;
        u128 tip = 0;               ///< the most that it may tip
        bool materialised = false;  ///< Globalbox: past cancelling (GBX-3)
    };
    void add_to_batch(const TimerId& id, const BatchEntry& entry);
    const BatchEntry* in_batch(const TimerId& id) const;
    void take_from_batch(const TimerId& id);       ///< the fire starts, or its timer waits again
    void cancel_in_batch(const TimerId& id);       ///< undone if the cancelling execution fails
    std::vector<BatchEntry> cancelled_in_batch();  ///< since the last call; the caller refunds them

    /// Called after the pass over the state. `stirs`: for each timer that is not pending. `waits`: for each
    /// timer that waits, dead ones of the current era included.
    struct Listener {
        std::function<void(const Timer&)> waits, stirs;
    };
    /// Refuses a record that cannot be decoded (TMR-2). Pending records are not decoded.
    void rebuild(state::Walk& walk, const Counters& counters, const Listener& listener = {});
    bool same_as(const DueSet& other) const;  ///< for checking a rebuild

private:
    using ExpiryCounts = std::map<u64, u64>;  ///< expires_at → number of timers in tree_

    /// An era that a change of discipline ended: all that waited or was parked stands, unless it was dead.
    struct Stood {
        ArrivalTree tree;
        u64 judged = 0;            ///< timers with expires_at below it were dead, and stay dead
        u64 dead = 0;              ///< how many of those are in `tree`
        std::optional<u64> first;  ///< lowest arrival that stands
    };
    /// An era that ended because a cap rose or a gas limit fell: parked timers that fit stand.
    struct Raised {
        u64 gas_cap = 0;   ///< timers with at most this gas limit stand
        u64 judged = 0;    ///< unless their expires_at was below it: those were dead, and stay dead
        u64 standing = 0;  ///< how many of standing_ this ending made stand
        bool operator==(const Raised&) const = default;
    };
    struct Standing {
        TimerId id;
        u64 era = 0;  ///< the era in raised_ whose end made it stand
        bool operator==(const Standing&) const = default;
    };
    struct ExpiredBlock {
        u64 bound = 0;  ///< its timers have expires_at below this height
        u64 era = 0;    ///< in which they waited; IDLE: they are idle watches
        static constexpr u64 IDLE = U64_MAX;
        bool operator==(const ExpiredBlock&) const = default;
    };
    /// Where a timer is kept: in standing_, in the tree of `stood`, or in tree_.
    struct Spot {
        Place::Where where = Place::Where::waiting;
        std::optional<u64> stood;  ///< an era in stood_
        bool by_cap = false;       ///< in standing_
    };

    Spot spot_of(const Timer& timer) const;
    Spot spot_in_tree(const Timer& timer) const;  ///< for a timer that is not in standing_
    std::optional<u64> stood_since(u64 era) const;
    void put_in(std::optional<u64> stood, u64 arrival, const WaitingTimer& timer);
    void take_from(std::optional<u64> stood, u64 arrival);
    const ArrivalTree& tree_of(std::optional<u64> stood) const
    {
        return stood ? stood_.at(*stood).tree : tree_;
    }
    void note_first(u64 era, Stood& stood);
    void stand(u64 arrival, const Standing& timer);
    void stand_no_longer(u64 arrival);
    void count(u64 expires_at, i64 by);
    void rebuild_eras(state::Walk& walk);
    /// Each record has its key in front.
    state::Walk::Status rebuild_timers(std::span<const Bytes> records, const Counters& counters,
                                       const Listener& listener);
    [[nodiscard]] std::optional<std::string> broken_endings(const Counters& counters) const;
    void rebuild_timer(const Timer& timer, const Spot& spot, const Listener& listener);
    bool same_eras(const DueSet& other) const;
    std::set<std::pair<u64, u64>> live_parked() const;

    state::Overlay& state_;
    std::vector<WaitingOrder*> orders_;
    ArrivalTree tree_;  ///< waiting, parked, and expired timers among them that are not yet removed
    ExpiryCounts expiries_;
    u64 judged_ = 0;           ///< Counters::judged_height
    u64 expired_waiting_ = 0;  ///< how many in tree_ have expires_at < judged_
    IdleWatches idle_;
    std::set<std::pair<u64, u64>> parked_;        ///< (gas limit that must fit, arrival)
    std::map<u64, Standing> standing_;            ///< by arrival: were parked, and fit a cap that rose
    std::map<u64, Raised> raised_;                ///< by number of the era that ended
    std::map<u64, Stood> stood_;                  ///< by number of the era that ended
    std::set<std::pair<u64, u64>> firsts_;        ///< (Stood::first, era)
    u64 stood_dead_ = 0;                          ///< sum of Stood::dead
    std::vector<u64> drained_;                    ///< eras whose last timer left, unless that was undone
    std::map<u64, TimerId> dead_;                 ///< by number of death
    std::map<u64, ExpiredBlock> expired_blocks_;  ///< by number of death
    std::map<TimerId, BatchEntry> batch_;
    std::vector<BatchEntry> batch_cancelled_;
};

}  // namespace lariat::timers
