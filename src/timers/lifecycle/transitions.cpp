// The stages of a timer, and the functions that take it from one to the next.
#include "timers/lifecycle/transitions.hpp"

#include "timers/beside_record.hpp"

namespace lariat::timers {

namespace {

// Functions of DueSet move no single timer: they change one number, or one tree, for all timers concerned.
constexpr std::array TRANSITIONS{
    Transition{Stage::none, Stage::pending, Change::set, "create_timer"},
    Transition{Stage::none, Stage::idle, Change::set, "create_timer"},

    Transition{Stage::pending, Stage::waiting, Change::taken_in, "take_in"},
    Transition{Stage::standing, Stage::waiting, Change::taken_in, "take_in"},
    Transition{Stage::pending, Stage::waiting, Change::taken_in_early, "take_in_early"},
    Transition{Stage::idle, Stage::waiting, Change::hit, "hit"},

    Transition{Stage::waiting, Stage::batched, Change::pre_charged, "put_in_batch"},
    Transition{Stage::batched, Stage::waiting, Change::cells_ran_out, "wait_again"},
    Transition{Stage::waiting, Stage::parked, Change::too_much_gas, "park"},
    Transition{Stage::parked, Stage::standing, Change::cap_rose, "DueSet::let_parked_stand"},
    Transition{Stage::waiting, Stage::standing, Change::new_discipline, "DueSet::make_all_stand"},
    Transition{Stage::parked, Stage::standing, Change::new_discipline, "DueSet::make_all_stand"},

    Transition{Stage::pending, Stage::dead, Change::past_ttl, "die"},
    Transition{Stage::standing, Stage::dead, Change::past_ttl, "die"},
    Transition{Stage::waiting, Stage::dead, Change::payer_short, "die"},
    Transition{Stage::waiting, Stage::dead, Change::past_ttl, "DueSet::expire_below"},
    Transition{Stage::parked, Stage::dead, Change::past_ttl, "DueSet::expire_below"},
    Transition{Stage::idle, Stage::dead, Change::past_ttl, "DueSet::expire_below"},

    Transition{Stage::batched, Stage::gone, Change::fired, "leave_as_fired"},
    Transition{Stage::batched, Stage::idle, Change::fired, "go_idle"},
    Transition{Stage::dead, Stage::gone, Change::removed, "remove_timer"},

    Transition{Stage::pending, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::idle, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::waiting, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::batched, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::parked, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::standing, Stage::gone, Change::cancelled, "remove_timer"},
    Transition{Stage::dead, Stage::gone, Change::cancelled, "remove_timer"},

    Transition{Stage::pending, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::idle, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::waiting, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::batched, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::parked, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::standing, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
    Transition{Stage::dead, Stage::gone, Change::cancelled_by_governance, "remove_timer"},
};

constexpr std::size_t STAGES = static_cast<std::size_t>(Stage::gone) + 1;

constexpr std::size_t pair_of(Stage from, Stage to)
{
    return static_cast<std::size_t>(from) * STAGES + static_cast<std::size_t>(to);
}
constexpr u16 bit_of(Change why)
{
    return static_cast<u16>(1u << static_cast<unsigned>(why));
}
static_assert(static_cast<unsigned>(Change::removed) < 16);

/// For each pair of stages the changes that lead from one to the other: a check is one look.
constexpr auto CHANGES = [] {
    std::array<u16, STAGES * STAGES> changes{};
    for (const Transition& t : TRANSITIONS) changes[pair_of(t.from, t.to)] |= bit_of(t.why);
    return changes;
}();

void require(Stage from, Stage to, Change why)
{
    LARIAT_ASSERT(is_transition(from, to, why));
}

/// Of a timer that is in no batch and that is not dead: what waits or is parked by its record stands.
Stage stage_at_intake(const Timer& timer)
{
    const Stage recorded = stage_of(timer.place.where);
    return recorded == Stage::waiting || recorded == Stage::parked ? Stage::standing : recorded;
}

/// Nothing hits the watch any more.
void detach_watch(TimerState& state, const Timer& timer)
{
    if (timer.kind == Kind::watch && state.watches) state.watches->detach(timer);
}

void count_exit(TimerState& state, const TimerId& id, ExitKind exit)
{
    --state.counters.live;
    Totals& totals = state.counters.totals;
    switch (exit) {
        case ExitKind::fired:
            ++totals.fired;
            break;
        case ExitKind::insufficient_funds:
            ++totals.insufficient_funds;
            break;
        case ExitKind::expired:
            ++totals.expired;
            break;
        case ExitKind::cancelled:
            ++totals.cancelled;
            break;
        case ExitKind::governance:
            ++totals.governance;
            break;
        case ExitKind::executed:
        case ExitKind::dropped:
        case ExitKind::blocked:
            LARIAT_ASSERT(false);  // exits of operations
            break;
    }
    state.report.left(id, exit);
}

/// remove_timer gives the dead these two exits; it gives the others to timers in any stage.
Change change_of(ExitKind exit)
{
    if (exit == ExitKind::cancelled) return Change::cancelled;
    return exit == ExitKind::governance ? Change::cancelled_by_governance : Change::removed;
}

}  // namespace

std::span<const Transition> transitions() noexcept
{
    return TRANSITIONS;
}

bool is_transition(Stage from, Stage to, Change why) noexcept
{
    return (CHANGES[pair_of(from, to)] & bit_of(why)) != 0;
}

Stage stage_of(Place::Where where) noexcept
{
    switch (where) {
        case Place::Where::pending:
            return Stage::pending;
        case Place::Where::waiting:
            return Stage::waiting;
        case Place::Where::parked:
            return Stage::parked;
        case Place::Where::standing:
            return Stage::standing;
        case Place::Where::dead:
            return Stage::dead;
        case Place::Where::idle:
            return Stage::idle;
    }
    return Stage::none;
}

TimerId create_timer(TimerState& state, Timer&& timer, ScheduledKind kind)
{
    state.report.was_scheduled(timer.id, kind);
    timer.sequence = state.counters.next_sequence++;
    ++state.counters.live;
    ++state.counters.totals.scheduled;
    if (timer.kind == Kind::watch) {
        timer.watch_number = state.counters.next_watch++;
        timer.place.where = Place::Where::idle;
        state.due.add_idle(timer);
        state.watches->attach(timer);
    }
    require(Stage::none, stage_of(timer.place.where), Change::set);
    const TimerId id = timer.id;
    state.store.insert(std::move(timer));
    return id;
}

void take_in(TimerState& state, Timer&& timer)
{
    require(stage_at_intake(timer), Stage::waiting, Change::taken_in);
    Place place;
    place.where = Place::Where::waiting;
    place.era = state.counters.era;
    if (timer.place.where == Place::Where::pending) {
        place.arrival = state.counters.next_arrival++;
    } else {
        place.arrival = timer.place.arrival;
        state.due.remove(timer);
        forget_queued_with(state.store.overlay(), timer);
        if (timer.queue && timer.queue->reign != state.counters.reign) timer.queue.reset();
    }
    timer.place = place;
    state.store.update(timer);
    state.due.add_waiting(timer);
}

void take_in_early(TimerState& state, Timer timer)
{
    require(stage_of(timer.place.where), Stage::waiting, Change::taken_in_early);
    Place place;
    place.where = Place::Where::waiting;
    place.era = state.counters.era;
    place.arrival = state.counters.next_arrival++;
    state.store.leave_height(timer, place);
    state.due.add_waiting(timer);
}

void hit(TimerState& state, Timer& watch, u64 height)
{
    require(stage_of(watch.place.where), Stage::waiting, Change::hit);
    state.due.remove(watch);
    watch.hit_height = height;
    watch.place = {};
    watch.place.where = Place::Where::waiting;
    watch.place.arrival = state.counters.next_arrival++;
    watch.place.era = state.counters.era;
    state.store.update(watch);
    state.due.add_waiting(watch);
}

void put_in_batch(TimerState& state, const Timer& timer, const DueSet::BatchEntry& entry)
{
    require(stage_of(timer.place.where), Stage::batched, Change::pre_charged);
    state.due.remove(timer);
    state.due.add_to_batch(timer.id, entry);
}

void wait_again(TimerState& state, const TimerId& id)
{
    const Timer timer = state.store.find_existing(id);
    LARIAT_ASSERT(stage_of(timer.place.where) == Stage::waiting && !state.due.in_batch(id));
    require(Stage::batched, Stage::waiting, Change::cells_ran_out);
    state.due.add_waiting(timer);
}

void park(TimerState& state, Timer& timer, u64 gas_limit, u64 cap)
{
    require(stage_of(timer.place.where), Stage::parked, Change::too_much_gas);
    state.due.remove(timer);
    forget_queued_with(state.store.overlay(), timer);
    timer.place.where = Place::Where::parked;
    timer.place.era = state.counters.era;
    timer.place.parked_gas = timer.gas_limit.value_or(0);
    state.store.update(timer);
    state.due.add_parked(timer);
    state.report.emit(UnfittableEvent{timer.id, gas_limit, cap});
}

void die(TimerState& state, Timer timer, const Death& how)
{
    const bool is_expired = how.cause == Death::Cause::expired;
    require(is_expired ? stage_at_intake(timer) : stage_of(timer.place.where), Stage::dead,
            is_expired ? Change::past_ttl : Change::payer_short);
    Place place;
    place.where = Place::Where::dead;
    place.death = how;
    place.death.number = state.counters.next_death++;
    detach_watch(state, timer);
    if (timer.place.where != Place::Where::pending) state.due.remove(timer);
    forget_queued_with(state.store.overlay(), timer);
    timer.queue.reset();
    timer.place = place;
    state.store.update(timer);
    state.due.add_dead(timer);
}

void leave_as_fired(TimerState& state, const Timer& timer)
{
    LARIAT_ASSERT(stage_of(timer.place.where) == Stage::waiting && timer.kind == Kind::height);
    require(Stage::batched, Stage::gone, Change::fired);
    state.store.remove(timer);
    count_exit(state, timer.id, ExitKind::fired);
}

void go_idle(TimerState& state, Timer watch, u64 height)
{
    LARIAT_ASSERT(stage_of(watch.place.where) == Stage::waiting && watch.kind == Kind::watch);
    require(Stage::batched, Stage::idle, Change::fired);
    state.watches->matched().forget(watch);
    forget_queued_with(state.store.overlay(), watch);
    watch.queue.reset();
    watch.hit_height = 0;
    ++watch.fire_seq;
    watch.last_fire_height = height;
    watch.place = {};
    watch.place.where = Place::Where::idle;
    state.store.update(watch);
    state.due.add_idle(watch);
}

void remove_timer(TimerState& state, const Timer& timer, ExitKind exit)
{
    const bool is_batched = state.due.in_batch(timer.id) != nullptr;
    const Stage from = is_batched ? Stage::batched : stage_of(state.due.where_is(timer));
    require(from, Stage::gone, change_of(exit));
    if (is_batched)
        state.due.cancel_in_batch(timer.id);
    else
        state.due.remove(timer);
    detach_watch(state, timer);
    if (timer.kind == Kind::watch && state.watches) state.watches->matched().forget(timer);
    state.store.remove(timer);
    count_exit(state, timer.id, exit);
}

}  // namespace lariat::timers
