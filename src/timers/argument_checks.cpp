// Implements the checks of arguments and caps, one function each.
#include "timers/argument_checks.hpp"

#include "base/checked.hpp"
#include "timers/beside_record.hpp"

namespace lariat::timers {

namespace {

std::string number(u128 value)
{
    return to_decimal(value);
}

}  // namespace

Status check_height(const Arg<u64>& height, std::string_view name, const BlockRules& rules)
{
    if (!height.given()) return wrong_argument(name, height);
    if (height.value > rules.height) return {};
    return Error{ErrorCode::HeightNotInFuture, std::string(name) + " " + number(height.value) +
                                                   " is not above the current height " +
                                                   number(rules.height)};
}

Status check_payload(const Arg<Bytes>& payload, const TimerConfig& config)
{
    if (payload.is_wrong()) return wrong_argument("payload", payload);
    if (payload.value.size() <= config.max_payload_size) return {};
    return Error{ErrorCode::PayloadTooLarge, "payload of " + number(payload.value.size()) +
                                                 " bytes, at most " + number(config.max_payload_size)};
}

Status check_gas_limit(const Arg<u64>& gas_limit, const BlockRules& rules)
{
    if (gas_limit.is_wrong()) return wrong_argument("gas_limit", gas_limit);
    if (gas_limit.absent()) return {};
    const u64 limit = gas_limit.value, cap = gas_cap(*rules.config, rules.discipline);
    const u64 floor = rules.config->min_gas_limit_per_timer;
    if (limit > cap)
        return Error{ErrorCode::GasLimitTooHigh,
                     "gas_limit " + number(limit) + " is above the cap of a fire " + number(cap)};
    if (limit < floor)
        return Error{ErrorCode::GasLimitTooLow,
                     "gas_limit " + number(limit) + " is below the floor " + number(floor)};
    return {};
}

Result<u64> checked_expiry(const Arg<u64>& expires_at, const BlockRules& rules)
{
    if (expires_at.is_wrong()) return wrong_argument("expires_at", expires_at);
    const u64 latest = saturating_add(rules.height, rules.config->max_ttl_blocks);
    const u64 at = expires_at.given() ? expires_at.value : latest;
    if (at > latest)
        return Error{ErrorCode::ExpiresAtTooFar,
                     "expires_at " + number(at) + " is above the latest height allowed, " + number(latest)};
    if (at <= rules.height)
        return Error{ErrorCode::ExpiresAtInPast,
                     "expires_at " + number(at) + " is not above the current height " + number(rules.height)};
    return at;
}

Status check_bid(const Arg<u128>& bid, const TimerConfig& config)
{
    if (bid.is_wrong()) return wrong_argument("bid", bid);
    if (bid.absent() || (bid.value >= config.min_bid && bid.value <= config.max_bid)) return {};
    return Error{ErrorCode::BidOutOfRange, "bid " + number(bid.value) + " is not between " +
                                               number(config.min_bid) + " and " + number(config.max_bid)};
}

Status check_actor_cap(const TimerState& state, const Address& owner, const TimerConfig& config)
{
    const u64 live = state.store.count_of_owner(owner);
    if (live < config.max_timers_per_actor) return {};
    return Error{ErrorCode::QuotaExceeded, "the actor holds " + number(live) + " timers, at most " +
                                               number(config.max_timers_per_actor)};
}

Status check_target_cap(TimerState& state, const Address& owner, const Address& target,
                        const TimerConfig& config)
{
    if (owner == target) return {};  // nobody can lock it out of its own timers
    const u64 live = count_of_target(state.store.overlay(), target);
    if (live < config.max_timers_per_target) return {};
    return Error{ErrorCode::QuotaExceeded, "others hold " + number(live) +
                                               " timers for the target, at most " +
                                               number(config.max_timers_per_target)};
}

}  // namespace lariat::timers
