// Every transition of a timer from one stage to another. transitions.cpp begins with the table of them. Each
// function changes record, due set, watches, counters and report together; lane/ chooses the timer and moves
// the money.
#pragma once

#include <span>

#include "timers/lifecycle.hpp"

namespace lariat::timers {

/// Where a timer is in its life. The stages with a place in the state are those of Place::Where.
enum class Stage : u8 {
    none,      ///< before it was set
    pending,   ///< its height has not been taken in
    waiting,   ///< it may be looked at
    batched,   ///< pre-charged; its fire has not started. Its record says that it waits.
    parked,    ///< its gas limit is above the cap
    standing,  ///< to be taken in again, before any height. Its record says that it waits or is parked.
    dead,      ///< to be removed
    idle,      ///< a watch that nothing has hit
    gone,
};

/// Why a timer goes from one stage to another.
enum class Change : u8 {
    set,             ///< schedule_timer, set_timeout, set_state_watch
    taken_in,        ///< its height has come, or it stood
    taken_in_early,  ///< by hand, on a dev chain
    hit,             ///< a key that it watches was modified
    pre_charged,     ///< looked at, and it fits
    cells_ran_out,   ///< of the block, before its fire started
    too_much_gas,    ///< looked at, and its gas limit is above the cap
    cap_rose,        ///< or its own limit fell: it fits again
    new_discipline,  ///< another discipline is in force
    past_ttl,        ///< its expires_at is below the height
    payer_short,     ///< looked at, and its payer cannot pay
    fired,           ///< its fire starts
    cancelled,       ///< by its owner
    cancelled_by_governance,
    removed,  ///< its record, by the removal of the dead
};

struct Transition {
    Stage from, to;
    Change why;
    std::string_view function;  ///< the one that performs it
};
/// The table, in the order of a timer's life.
std::span<const Transition> transitions() noexcept;
/// Whether the table has it. Each function asserts it of what it does.
bool is_transition(Stage from, Stage to, Change why) noexcept;

Stage stage_of(Place::Where where) noexcept;

/// Gives a timer with an id its place in the order of creation, and keeps it: pending, or an idle watch.
TimerId create_timer(TimerState& state, Timer&& timer, ScheduledKind kind);
/// A pending or standing timer waits.
void take_in(TimerState& state, Timer&& timer);
/// A pending timer waits before its height has come, which stays its due height.
void take_in_early(TimerState& state, Timer timer);
/// An idle watch waits.
void hit(TimerState& state, Timer& watch, u64 height);
/// A waiting timer is in the batch; the caller has charged its payer.
void put_in_batch(TimerState& state, const Timer& timer, const DueSet::BatchEntry& entry);
/// A timer that was taken out of the batch waits again, with its old arrival.
void wait_again(TimerState& state, const TimerId& id);
/// A waiting timer is parked until `cap` fits its gas limit.
void park(TimerState& state, Timer& timer, u64 gas_limit, u64 cap);
/// A timer that is being taken in, or waits, goes to the end of the dead list.
void die(TimerState& state, Timer timer, const Death& how);
/// The fire of a timer that was taken out of the batch starts: it is gone before its handler runs.
void leave_as_fired(TimerState& state, const Timer& timer);
/// The same for a watch: it stays, ready for the next hit.
void go_idle(TimerState& state, Timer watch, u64 height);
/// Removes a live timer from wherever it stands and records the exit. The caller emits the event, if any.
void remove_timer(TimerState& state, const Timer& timer, ExitKind exit);

}  // namespace lariat::timers
