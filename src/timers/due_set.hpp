// What has been taken in and not yet left: waiting and parked timers, those that stand again, the
// dead list, and the entries of the batch that is running. In memory, rebuilt from the records on
// restart (TMR-7); every change made inside an execution is undone with it (BLK-4).
//
// Making timers stand rewrites no record: it ends an era. A record says in which era its timer began to
// wait, the eras that ended since say what became of it.
#pragma once

#include <map>
#include <set>

#include "state/overlay.hpp"
#include "state/walk.hpp"
#include "timers/arrival_tree.hpp"
#include "timers/counters.hpp"
#include "timers/idle_watches.hpp"

namespace lariat::timers {

/// A discipline that keeps what waits in an order of its own.
class WaitingOrder {
public:
    virtual ~WaitingOrder() = default;
    virtual void joined(const Timer& timer, u64 judged) = 0;  ///< what waits below `judged` is dead
    virtual void left(const Timer& timer) = 0;                ///< also one that it no longer has: it expired
    virtual void expiry_changed(const Timer& timer, u64 expires_at) = 0;
};

class DueSet {
public:
    explicit DueSet(state::Overlay& state) : state_(state) {}

    /// Told of every timer that begins or ends to wait.
    void add_order(WaitingOrder& order) { orders_.push_back(&order); }

    /// Where a timer stands, whatever its record has not been told.
    Place::Where where_is(const Timer& timer);

    // What waits. The timer's place says its arrival and era.
    void add_waiting(const Timer& timer);
    void add_parked(const Timer& timer);
    void add_idle(const Timer& watch);
    void remove(const Timer& timer);  ///< waiting, parked, standing, idle or dead: wherever it stands
    /// Of a timer that is parked: another gas limit decides when it stands. Its place is changed too.
    void set_parked_gas(Timer& timer, u64 gas, u64 era);
    void set_expiry(const Timer& timer, u64 expires_at);
    u64 waiting_and_parked(u64 judged_height) const;  ///< without those that are dead
    const ArrivalTree& tree() const noexcept { return tree_; }

    // What stands again, before any height, in order of arrival. Each ends the era.
    void make_all_stand(Counters& counters);                 ///< O(1)
    void let_parked_stand(u64 gas_cap, Counters& counters);  ///< those within a cap that rose
    std::optional<TimerId> first_standing() const;
    void forget_ended_eras();  ///< once nothing stands that one of them made stand

    // The dead list: first-in first-out over explicit deaths and over whole blocks of expiries,
    // which are never moved, only counted and taken off in arrival order.
    u64 expire_below(u64 bound, Counters& counters);  ///< step 2 of section 4: how many died
    void add_dead(const Timer& timer);                ///< with its place saying how
    std::optional<TimerId> first_dead();
    /// Whatever was taken in or set and has an expires_at below it is dead; from it on ask where_is().
    u64 dead_below() const;
    u64 dead_count() const noexcept;

    // The batch: pre-charged entries that have not started (LIF-7).
    struct BatchEntry {
        u64 gas_limit = 0;
        u64 arrival = 0;
        Address payer;
        u128 charged = 0;
        bool materialised = false;  ///< Globalbox: past cancelling (GBX-3)
    };
    void add_to_batch(const TimerId& id, const BatchEntry& entry);
    const BatchEntry* in_batch(const TimerId& id) const;
    void take_from_batch(const TimerId& id);       ///< it starts, or waits again
    void cancel_in_batch(const TimerId& id);       ///< undone if the cancelling execution fails
    std::vector<BatchEntry> cancelled_in_batch();  ///< since the last call: to be refunded

    /// Told, after the pass, of each timer that has left its height's list or never stood in one, and of each
    /// that waits, dead ones of the last era included.
    struct Listener {
        std::function<void(const Timer&)> waits, stirs;
    };
    /// A record that cannot be read is refused (TMR-2). Of what is pending no more is read than that it is.
    void rebuild(state::Walk& walk, const Counters& counters, const Listener& listener = {});
    bool same_as(const DueSet& other) const;  ///< for checking a rebuild

private:
    using ExpiryCounts = std::map<u64, u64>;  ///< expires_at → how many of tree_

    /// How an era ended.
    struct Ending {
        bool all = false;  ///< a change of discipline; else parked timers within `gas_cap`
        u64 gas_cap = 0;
        u64 judged = 0;  ///< what waited with expires_at below it was dead and stays so
        bool operator==(const Ending&) const = default;
    };
    /// What waited or was parked when a change of discipline made it stand: taken from the front.
    struct Stood {
        ArrivalTree tree;
        u64 judged = 0;
        u64 dead = 0;  ///< of tree, with expires_at < judged
    };
    struct ExpiredBlock {
        u64 bound = 0;  ///< of the expiries that it stands for
        u64 era = 0;    ///< in which they waited; IDLE: of idle watches
        static constexpr u64 IDLE = U64_MAX;
        bool operator==(const ExpiredBlock&) const = default;
    };
    /// Where a timer is found: in tree_, in a tree that stood, or in standing_.
    struct Spot {
        Place::Where where = Place::Where::waiting;
        Stood* stood = nullptr;
        bool by_cap = false;
    };

    Spot spot_of(const Timer& timer);
    Stood* stood_since(u64 era);  ///< null: what waited in that era still does
    void put_in(Stood* stood, u64 arrival, const WaitingTimer& timer);
    void take_from(Stood* stood, u64 arrival);
    const ArrivalTree& tree_of(const Stood* stood) const { return stood ? stood->tree : tree_; }
    void count(u64 expires_at, i64 by);
    void end_era(const Ending& ending, Counters& counters);
    void rebuild_eras(state::Walk& walk);
    void rebuild_timer(const Timer& timer, const Listener& listener);
    std::set<std::pair<u64, u64>> live_parked() const;

    state::Overlay& state_;
    std::vector<WaitingOrder*> orders_;
    ArrivalTree tree_;  ///< waiting, parked, and what expired among them and is not yet removed
    ExpiryCounts expiries_;
    u64 judged_ = 0;           ///< Counters::judged_height
    u64 expired_waiting_ = 0;  ///< of tree_ with expires_at < judged_
    IdleWatches idle_;
    std::set<std::pair<u64, u64>> parked_;        ///< (gas limit that must fit, arrival)
    std::map<u64, TimerId> standing_;             ///< by arrival: once parked, within a cap that rose
    std::map<u64, Ending> endings_;               ///< by number of the era
    std::map<u64, Stood> stood_;                  ///< by number of the era that ended
    std::map<u64, TimerId> dead_;                 ///< by number of death
    std::map<u64, ExpiredBlock> expired_blocks_;  ///< by number of death
    std::map<TimerId, BatchEntry> batch_;
    std::vector<BatchEntry> batch_cancelled_;
};

}  // namespace lariat::timers
