// Implements removal of the dead, expiry and intake. GC is bounded by gc_cycles_per_block, intake by
// due_intake_per_block of each sort.
#include "lane/intake.hpp"

#include "timers/lifecycle/transitions.hpp"

namespace lariat::lane {

using timers::Death;
using timers::Place;
using timers::Timer;

namespace {

constexpr u64 REMOVAL_CYCLES = 200;

class Intake {
public:
    Intake(const timers::BlockRules& rules, timers::TimerState& state) : rules_(rules), state_(state) {}

    /// False when the budget of the timer's sort is used up: intake stops before it.
    bool take(Timer&& timer)
    {
        const bool expired = rules_.height > timer.expires_at;
        u64& taken = expired ? expired_ : live_;
        if (taken == rules_.config->due_intake_per_block) return false;
        ++taken;
        ++state_.report.used.intake;
        if (expired)
            timers::die(state_, std::move(timer), Death{.cause = Death::Cause::expired});
        else
            timers::take_in(state_, std::move(timer));
        return true;
    }

private:
    const timers::BlockRules& rules_;
    timers::TimerState& state_;
    u64 live_ = 0;
    u64 expired_ = 0;
};

Timer must_find(const timers::TimerState& state, const timers::TimerId& id)
{
    return state.store.find_existing(id);
}

void remove_dead(const timers::BlockRules& rules, timers::TimerState& state, const Timer& timer)
{
    const Death* death = timer.place.where == Place::Where::dead ? &timer.place.death : nullptr;
    if (!death || death->cause == Death::Cause::expired) {
        timers::remove_timer(state, timer, timers::ExitKind::expired);
        state.report.emit(timers::TimerExpiredEvent{timer.id, timer.expires_at, rules.height});
    } else {
        timers::remove_timer(state, timer, timers::ExitKind::insufficient_funds);
        state.report.emit(
            timers::InsufficientFundsEvent{timer.id, timer.fee_payer, death->required, death->available});
    }
}

}  // namespace

void collect_garbage(const timers::BlockRules& rules, timers::TimerState& state)
{
    u64& used = state.report.used.gc;
    while (rules.config->gc_cycles_per_block - used >= REMOVAL_CYCLES) {
        const auto id = state.due.first_dead();
        if (!id) return;
        remove_dead(rules, state, must_find(state, *id));
        used += REMOVAL_CYCLES;
    }
}

void note_discipline(const timers::BlockRules& rules, timers::TimerState& state)
{
    const u64 now = static_cast<u64>(rules.discipline);
    if (state.counters.last_discipline != now) {
        state.due.make_all_stand(state.counters);
        ++state.counters.reign;
    }
    state.counters.last_discipline = now;
}

void let_parked_stand(const timers::BlockRules& rules, timers::TimerState& state)
{
    state.due.let_parked_stand(timers::gas_cap(*rules.config, rules.discipline), state.counters);
}

namespace {

void take_in_what_is_due(const timers::BlockRules& rules, timers::TimerState& state)
{
    constexpr u64 READ_AHEAD = 64;
    Intake intake(rules, state);
    u64 ahead = 0;
    while (const auto id = state.due.first_standing()) {
        if (ahead == 0) {
            const std::vector<timers::TimerId> some = state.due.some_standing(READ_AHEAD);
            state.store.read_ahead(some);
            ahead = some.size();
        }
        --ahead;
        if (!intake.take(must_find(state, *id))) return;
    }
    u64& height = state.counters.intake_height;
    while (const auto due = state.store.calendar().first_from(height)) {
        if (*due > rules.height) break;
        height = *due;
        if (!state.store.take_in(height, [&](Timer&& timer) { return intake.take(std::move(timer)); }))
            return;
    }
    height = rules.height + 1;
}

}  // namespace

void take_in(const timers::BlockRules& rules, timers::TimerState& state)
{
    take_in_what_is_due(rules, state);
    state.due.forget_ended_eras();
}

}  // namespace lariat::lane
