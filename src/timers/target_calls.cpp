// Implements timeouts, watches, and updates by a repeated client nonce.
#include "timers/target_calls.hpp"

#include <algorithm>

#include "base/hex.hpp"
#include "timers/argument_checks.hpp"
#include "timers/beside_record.hpp"
#include "timers/lifecycle/transitions.hpp"

namespace lariat::timers {

namespace {

constexpr u64 CELLS_PER_WATCH_KEY = 32;  // FEE-4
constexpr std::string_view HANDLER = "handle_timer";

Status check_target(const Arg<Address>& target, bool exists)
{
    if (!target.given()) return wrong_argument("target", target);
    if (!exists) return Error{ErrorCode::TargetNotFound, "no actor at " + to_hex(target.value)};
    return {};
}

Status check_keys(const Arg<WatchArgs::Keys>& keys, const TimerConfig& config)
{
    if (!keys.given()) return wrong_argument("watch_keys", keys);
    if (keys.value.empty())
        return Error{ErrorCode::InvalidInput, "watch_keys is empty, at least one pair is wanted"};
    if (keys.value.size() > config.max_watch_keys)
        return Error{ErrorCode::TooManyWatchKeys, std::to_string(keys.value.size()) +
                                                      " watch keys, at most " +
                                                      std::to_string(config.max_watch_keys)};
    for (const auto& [actor, prefix] : keys.value)
        if (prefix.size() > WATCH_PREFIX_BYTES_MAX)
            return Error{ErrorCode::InvalidInput, "a watched prefix of " + std::to_string(prefix.size()) +
                                                      " bytes, at most " +
                                                      std::to_string(WATCH_PREFIX_BYTES_MAX)};
    return {};
}

Status first_error(std::initializer_list<std::function<Status()>> checks)
{
    for (const auto& check : checks)
        if (const Status s = check(); !s) return s;
    return {};
}

Status take_cells(Meter& meter, u64 cells)
{
    if (meter.take_cells(cells)) return {};
    return Error{ErrorCode::OutOfCells, "this takes " + std::to_string(cells) + " cells, " +
                                            std::to_string(meter.cells_left) + " left"};
}

Timer new_timer(const BlockRules& rules, const Address& owner, const Address& target)
{
    Timer timer;
    timer.owner = timer.fee_payer = owner;
    timer.target = target;
    timer.handler = HANDLER;
    timer.schedule_block = rules.height;
    return timer;
}

/// one counter for everything that an owner schedules.
u64 next_nonce(TimerState& state, const Caller& caller)
{
    return state.store.take_nonce(caller.actor) + caller.operations;
}

/// GBX-3: what is queued keeps what it was queued with; everything later has what the call says.
void update(TimerState& state, Timer timer, const TimeoutArgs& args)
{
    const bool in_batch = state.due.in_batch(timer.id) != nullptr;
    const Place::Where where = state.due.where_is(timer);
    const bool is_queued = timer.queue && timer.queue->reign == state.counters.reign &&
                           (in_batch || where == Place::Where::waiting);
    if (is_queued && !timer.queue->with) keep_queued_with(timer);
    if (where == Place::Where::parked)
        state.due.set_parked_gas(timer, args.gas_limit.value, state.counters.era);
    const auto gas_limit = args.gas_limit.given() ? std::optional{args.gas_limit.value} : std::nullopt;
    state.store.change(timer, gas_limit, args.bid.value, args.payload.value);
}

/// A height that is looked at when the call repeats a nonce: the timer that it names.
std::optional<Timer> named_by_nonce(TimerState& state, const Address& owner, const TimeoutArgs& args)
{
    if (!args.client_nonce.given()) return std::nullopt;
    const auto id =
        with_client_nonce(state.store.overlay(), owner, args.target.value, args.client_nonce.value);
    if (!id) return std::nullopt;
    return state.store.find_existing(*id);  // the nonce goes with the record
}

}  // namespace

Result<TimerId> set_timeout(const BlockRules& rules, TimerState& state, const Caller& caller,
                            const TimeoutArgs& args, bool target_exists, Meter& meter)
{
    const TimerConfig& config = *rules.config;
    const Address& owner = caller.actor;
    const Status arguments = first_error({[&] { return check_target(args.target, target_exists); },
                                          [&] { return check_height(args.due_height, "due_height", rules); },
                                          [&] { return check_payload(args.payload, config); },
                                          [&] { return check_gas_limit(args.gas_limit, rules); },
                                          [&] { return check_bid(args.bid, config); },
                                          [&]() -> Status {
                                              if (args.client_nonce.is_wrong())
                                                  return wrong_argument("client_nonce", args.client_nonce);
                                              return {};
                                          }});
    if (!arguments) return arguments.error();
    auto known = named_by_nonce(state, owner, args);
    if (!known) {
        const Status caps =
            first_error({[&] { return check_actor_cap(state, owner, config); },
                         [&] { return check_target_cap(state, owner, args.target.value, config); }});
        if (!caps) return caps.error();
    }
    if (const Status s = take_cells(meter, args.payload.value.size() + INDEX_CELLS); !s) return s.error();
    if (known) {
        const TimerId id = known->id;
        update(state, std::move(*known), args);
        return id;
    }
    Timer timer = new_timer(rules, owner, args.target.value);
    timer.height = args.due_height.value;
    timer.payload = args.payload.value;
    if (args.gas_limit.given()) timer.gas_limit = args.gas_limit.value;
    timer.bid = args.bid.value;
    if (args.client_nonce.given()) timer.client_nonce = args.client_nonce.value;
    timer.expires_at = checked_expiry({}, rules).value();
    timer.id = height_timer_id(owner, timer.height, timer.payload, next_nonce(state, caller));
    return create_timer(state, std::move(timer), ScheduledKind::timeout);
}

Result<TimerId> set_state_watch(const BlockRules& rules, TimerState& state, const Caller& caller,
                                const WatchArgs& args, bool target_exists, Meter& meter)
{
    LARIAT_ASSERT(state.watches);
    const TimerConfig& config = *rules.config;
    const Address& owner = caller.actor;
    const Status arguments = first_error({[&] { return check_target(args.target, target_exists); },
                                          [&] { return check_keys(args.keys, config); },
                                          [&] { return check_payload(args.payload, config); },
                                          [&] { return check_gas_limit(args.gas_limit, rules); },
                                          [&] { return check_bid(args.bid, config); }});
    if (!arguments) return arguments.error();
    const auto expires_at = checked_expiry(args.expires_at, rules);
    if (!expires_at) return expires_at.error();
    const Status caps =
        first_error({[&] { return check_actor_cap(state, owner, config); },
                     [&] { return check_target_cap(state, owner, args.target.value, config); }});
    if (!caps) return caps.error();
    const u64 cells = args.payload.value.size() + INDEX_CELLS + CELLS_PER_WATCH_KEY * args.keys.value.size();
    if (const Status s = take_cells(meter, cells); !s) return s.error();

    Timer timer = new_timer(rules, owner, args.target.value);
    timer.kind = Kind::watch;
    for (const auto& [actor, prefix] : args.keys.value) timer.watch_keys.push_back({actor, prefix});
    timer.payload = args.payload.value;
    if (args.gas_limit.given()) timer.gas_limit = args.gas_limit.value;
    timer.bid = args.bid.value;
    timer.expires_at = expires_at.value();
    timer.id = watch_timer_id(owner, timer.target, timer.payload, next_nonce(state, caller));
    return create_timer(state, std::move(timer), ScheduledKind::watch);
}

Result<bool> cancel_for_target(TimerState& state, const Address& actor, const Arg<Address>& target,
                               const Arg<Bytes>& timer_id)
{
    if (!target.given()) return wrong_argument("target", target);
    if (!timer_id.given()) return wrong_argument("timer_id", timer_id);
    TimerId id;
    if (timer_id.value.size() != id.bytes.size()) return false;
    std::copy(timer_id.value.begin(), timer_id.value.end(), id.bytes.begin());
    const auto timer = state.store.find(id);
    if (!timer || timer->target != target.value || is_materialised(state, id)) return false;
    if (timer->owner != actor)
        return Error{ErrorCode::Unauthorized, "the timer belongs to " + to_hex(timer->owner)};
    remove_timer(state, *timer, ExitKind::cancelled);
    return true;
}

}  // namespace lariat::timers
