// Implements extending and cancelling.
#include "timers/lifecycle.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "timers/lifecycle/transitions.hpp"

namespace lariat::timers {

namespace {

Error not_found(BytesView id)
{
    if (id.size() != TimerId{}.bytes.size())
        return {ErrorCode::TimerNotFound, "a timer id has " + std::to_string(TimerId{}.bytes.size()) +
                                              " bytes, got " + std::to_string(id.size())};
    return {ErrorCode::TimerNotFound, "no live timer has the id " + to_hex(id)};
}

Error not_owner(const Timer& timer)
{
    return {ErrorCode::Unauthorized, "the timer belongs to " + to_hex(timer.owner)};
}

Result<Timer> find(const TimerState& state, const Arg<Bytes>& timer_id)
{
    if (timer_id.is_wrong()) return wrong_argument("timer_id", timer_id);
    TimerId id;
    if (timer_id.value.size() != id.bytes.size()) return not_found(timer_id.value);
    std::copy(timer_id.value.begin(), timer_id.value.end(), id.bytes.begin());
    auto timer = state.store.find(id);
    if (!timer) return not_found(timer_id.value);
    return std::move(*timer);
}

/// Dead, or taken in and past its TTL: no extending revives it (LIF-10).
bool is_past_extending(const BlockRules& rules, const TimerState& state, const Timer& timer)
{
    switch (state.due.where_is(timer)) {
        case Place::Where::pending:
        case Place::Where::standing:
        case Place::Where::idle:
            return false;
        case Place::Where::waiting:
        case Place::Where::parked:
            return rules.height > timer.expires_at;
        case Place::Where::dead:
            return true;
    }
    return true;
}

/// The checks of extend_timer in their order (API-4, LIF-10); the owner's only with `actor`.
Result<u64> extend(const BlockRules& rules, TimerState& state, Timer& timer, const Address* actor,
                   u64 new_expires_at)
{
    if (new_expires_at <= rules.height)
        return Error{ErrorCode::ExpiresAtInPast, "expires_at " + std::to_string(new_expires_at) +
                                                     " is not above the current height " +
                                                     std::to_string(rules.height)};
    if (actor && timer.owner != *actor) return not_owner(timer);
    if (is_past_extending(rules, state, timer))
        return Error{ErrorCode::TimerExpired, "expired at " + std::to_string(timer.expires_at) +
                                                  ", the current height is " + std::to_string(rules.height)};
    const u64 latest = saturating_add(rules.height, rules.config->max_ttl_blocks);
    const u64 expires_at = std::min(new_expires_at, latest);
    state.due.set_expiry(timer, expires_at);
    if (timer.kind == Kind::watch && state.watches) state.watches->set_expiry(timer, expires_at);
    timer.expires_at = expires_at;
    state.store.update(timer);
    return expires_at;
}

}  // namespace

std::string_view name(ExitKind e) noexcept
{
    switch (e) {
        case ExitKind::fired:
            return "fired";
        case ExitKind::insufficient_funds:
            return "insufficient_funds";
        case ExitKind::expired:
            return "expired";
        case ExitKind::cancelled:
            return "cancelled";
        case ExitKind::governance:
            return "governance";
        case ExitKind::executed:
            return "executed";
        case ExitKind::dropped:
            return "dropped";
        case ExitKind::blocked:
            return "blocked";
    }
    return "";
}

std::string_view name(ScheduledKind k) noexcept
{
    switch (k) {
        case ScheduledKind::timer:
            return "timer";
        case ScheduledKind::watch:
            return "watch";
        case ScheduledKind::timeout:
            return "timeout";
        case ScheduledKind::operation:
            return "operation";
    }
    return "";
}

std::string_view name(GbaFailure f) noexcept
{
    switch (f) {
        case GbaFailure::error:
            return "error";
        case GbaFailure::out_of_cycles:
            return "out_of_cycles";
        case GbaFailure::out_of_memory:
            return "out_of_memory";
        case GbaFailure::no_handler:
            return "no_handler";
        case GbaFailure::no_actor:
            return "no_actor";
        case GbaFailure::bad_type:
            return "bad_type";
        case GbaFailure::fee_too_high:
            return "fee_too_high";
        case GbaFailure::priority_above_fee:
            return "priority_above_fee";
        case GbaFailure::payer_too_poor:
            return "payer_too_poor";
    }
    return "";
}

Status extend_by_owner(const BlockRules& rules, TimerState& state, const Address& actor,
                       const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at)
{
    auto timer = find(state, timer_id);
    if (!timer) return timer.error();
    if (new_expires_at.is_wrong()) return wrong_argument("new_expires_at", new_expires_at);
    const auto extended = extend(rules, state, timer.value(), &actor, new_expires_at.value);
    return extended ? Status{} : Status{extended.error()};
}

Status cancel_by_owner(TimerState& state, const Address& actor, const Arg<Bytes>& timer_id)
{
    const auto timer = find(state, timer_id);
    if (!timer) return timer.error();
    if (is_materialised(state, timer.value().id)) return not_found(timer_id.value);
    if (timer.value().owner != actor) return not_owner(timer.value());
    remove_timer(state, timer.value(), ExitKind::cancelled);
    return {};
}

Status extend_by_governance(const BlockRules& rules, TimerState& state, const TimerId& id, u64 new_expires_at)
{
    auto timer = state.store.find(id);
    if (!timer) return not_found(view(id));
    const auto extended = extend(rules, state, *timer, nullptr, new_expires_at);
    if (!extended) return extended.error();
    state.report.emit(ExtendedByGovernanceEvent{id, extended.value()});
    return {};
}

void cancel_by_governance(TimerState& state, const TimerId& id)
{
    const auto timer = state.store.find(id);
    if (!timer) return;  // idempotent: gone is gone (LIF-8)
    remove_timer(state, *timer, ExitKind::governance);
    state.report.emit(CancelledByGovernanceEvent{id});
}

bool is_materialised(const TimerState& state, const TimerId& id)
{
    const DueSet::BatchEntry* entry = state.due.in_batch(id);
    return entry && entry->materialised;
}

}  // namespace lariat::timers
