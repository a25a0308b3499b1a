// Implements the named reason: the first that holds for a timer in the coming block.
#include <algorithm>

#include "base/checked.hpp"
#include "lane/coming.hpp"
#include "lane/globalbox/rank.hpp"
#include "lane/settlement.hpp"

namespace lariat::lane {

using timers::Timer;
using timers::TimerId;
using Reason = Why::Reason;
using Where = timers::Place::Where;

std::string_view name(Why::Reason reason) noexcept
{
    constexpr std::array<std::string_view, 11> NAMES{
        "dead",        "not_due",        "idle",   "paused",
        "will_expire", "intake_backlog", "parked", "below_lane_basefee",
        "payer_short", "behind",         "next"};
    return NAMES[static_cast<std::size_t>(reason)];
}

std::string_view name(Why::Limit limit) noexcept
{
    constexpr std::array<std::string_view, 4> NAMES{"looks", "fires", "target", "lane"};
    return NAMES[static_cast<std::size_t>(limit)];
}

std::optional<Why> Coming::why(const TimerId& id, const Balance& balance) const
{
    const auto timer = engine_.store_.find(id);
    if (!timer) return std::nullopt;
    if (const auto why = why_not_waiting(*timer)) return why;
    const bool joins = is_to_be_taken_in(*timer) || timer->place.where == Where::idle;
    const Timer waiting = joins ? as_it_joins(*timer) : *timer;
    if (const auto why = why_not_fired(waiting, balance)) return why;
    return why_behind(waiting);
}

std::optional<Why> Coming::why_not_waiting(const Timer& timer) const
{
    const Where where = engine_.due_.where_is(timer);
    if (where == Where::dead)
        return Why{.reason = Reason::dead,
                   .death = timer.place.where == Where::dead ? timer.place.death : timers::Death{}};
    const bool by_hand = is_by_hand(timer.id);
    if (where == Where::pending && timer.height > rules_.height && !by_hand)
        return Why{.reason = Reason::not_due, .height = timer.height};
    if (where == Where::idle && !by_hand && !has_key_left(rules_, engine_.timers_, timer))
        return Why{.reason = Reason::idle};
    if (rules_.config->timers_paused) return Why{.reason = Reason::paused};
    if (rules_.height > timer.expires_at)
        return Why{.reason = Reason::will_expire, .expires_at = timer.expires_at};
    if (where == Where::idle && !by_hand) {
        const bool is_hit =
            std::ranges::any_of(hits_.watches, [&](const Timer& hit) { return hit.id == timer.id; });
        return is_hit ? std::nullopt : std::optional{Why{.reason = Reason::intake_backlog}};
    }
    if (!is_to_be_taken_in(timer) || intake().ids.contains(timer.id)) return std::nullopt;
    return Why{.reason = Reason::intake_backlog, .ahead = ahead_in_intake(timer.id)};
}

u64 Coming::gas_of(const Timer& timer) const
{
    const bool is_queued = rules_.discipline == timers::Discipline::globalbox && timer.queue &&
                           timer.queue->reign == counters_.reign && timer.queue->with;
    const auto limit = is_queued ? timer.queue->with->gas_limit : timer.gas_limit;
    return limit.value_or(timers::gas_cap(*rules_.config, rules_.discipline));
}

/// None for a timer that is no candidate of the auction.
std::optional<Price> Coming::price_of(const Timer& timer) const
{
    Price price = base_price_of_fires(*rules_.config, block_.cycle_basefee, block_.cell_basefee);
    if (rules_.discipline == timers::Discipline::globalbox) {
        const bool is_queued = timer.queue && timer.queue->reign == counters_.reign && timer.queue->with;
        price.cycle_tip = price_of_bid(is_queued ? timer.queue->with->bid : timer.bid);
    }
    if (rules_.discipline != timers::Discipline::auction) return price;
    price.lane_base = rules_.lane_basefee;
    const auto stated = engine_.auction_.stated_bid(timer);
    const auto priority =
        stated ? priority_of(*stated, rules_.lane_basefee)
               : std::optional{
                     engine_.auction_.terms_of(rules_)
                         .priority_of_kind[timer.tier ? 1u + static_cast<std::size_t>(*timer.tier) : 0u]};
    if (!priority) return std::nullopt;
    price.cycle_tip = *priority;
    return price;
}

std::optional<Why> Coming::why_not_fired(const Timer& timer, const Balance& balance) const
{
    const u64 gas_limit = gas_of(timer), cap = timers::gas_cap(*rules_.config, rules_.discipline);
    if (gas_limit > cap) return Why{.reason = Reason::parked, .gas_limit = gas_limit, .cap = cap};
    const auto price = price_of(timer);
    if (!price)
        return Why{.reason = Reason::below_lane_basefee,
                   .max_fee = engine_.auction_.stated_bid(timer)->max_fee,
                   .lane_basefee = rules_.lane_basefee};
    const u128 required = max_cost(*price, gas_limit, rules_.config->max_cells_per_fire).value_or(U128_MAX);
    const u128 available = balance(timer.fee_payer);
    if (available >= required) return std::nullopt;
    return Why{.reason = Reason::payer_short,
               .death = timers::Death{.cause = timers::Death::Cause::insufficient_funds,
                                      .required = required,
                                      .available = available},
               .payer = timer.fee_payer};
}

const std::map<TimerId, Coming::Ahead>& Coming::ahead() const
{
    if (!ahead_) ahead_ = make_ahead();
    return *ahead_;
}

std::map<TimerId, Coming::Ahead> Coming::make_ahead() const
{
    std::map<TimerId, Ahead> out;
    std::map<Address, u64> of_targets;
    u64 gas = 0;
    for (const TimerId& id : first(std::max(u64{rules_.config->max_looks_per_block}, Why::COUNTED_MAX))) {
        Timer timer = engine_.store_.find_existing(id);
        const bool joins = is_to_be_taken_in(timer) || timer.place.where == Where::idle;
        if (joins) timer = as_it_joins(std::move(timer));
        u64& of_target = of_targets[timer.target];
        out.emplace(id, Ahead{.timers = out.size(), .of_target = of_target, .gas = gas});
        ++of_target;
        gas = saturating_add(gas, gas_of(timer));
    }
    return out;
}

/// Those ahead of it and itself, each with its whole gas limit, must fit: then whatever they do, short of
/// touching it, its payer or the cells, it is dispatched.
Why Coming::why_behind(const Timer& timer) const
{
    const timers::TimerConfig& config = *rules_.config;
    const bool is_globalbox = rules_.discipline == timers::Discipline::globalbox;
    const auto found = ahead().find(timer.id);
    const bool is_found = found != ahead().end();
    const Ahead before = is_found ? found->second : Ahead{};
    // A round begins only with room for the least gas limit.
    const u64 own_gas = std::max<u64>(gas_of(timer), config.min_gas_limit_per_timer);
    const auto behind = [&](Why::Limit limit) {
        return Why{.reason = Reason::behind,
                   .ahead = is_found ? std::optional(before.timers) : std::nullopt,
                   .limit = limit};
    };
    if (!is_found || before.timers >= config.max_looks_per_block) return behind(Why::Limit::looks);
    if (is_globalbox && before.timers >= config.max_fires_per_block) return behind(Why::Limit::fires);
    if (is_globalbox && before.of_target >= config.max_fires_per_target) return behind(Why::Limit::target);
    if (saturating_add(before.gas, own_gas) > config.lane_timer_cycles) return behind(Why::Limit::lane);
    return {};
}

}  // namespace lariat::lane
