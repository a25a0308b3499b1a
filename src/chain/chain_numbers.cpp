// Each group of values has a function of its own that returns the rule that it breaks.
#include "chain/chain_numbers.hpp"

#include "base/checked.hpp"
#include "chain/config_store.hpp"
#include "chain/state_keys.hpp"
#include "state/damage.hpp"

namespace lariat::chain {

namespace {

using Broken = std::optional<std::string>;

/// nullopt if the sum does not fit.
template <class T>
std::optional<T> sum_of(std::initializer_list<T> parts)
{
    std::optional<T> sum = T{0};
    for (const T part : parts)
        if (sum) sum = checked_add(*sum, part);
    return sum;
}

Broken broken_state(const ChainState& s)
{
    if (s.height == U64_MAX) return "the height " + std::to_string(s.height) + " has no next one";
    if (s.cycle_basefee == 0 || s.cell_basefee == 0 || s.cycle_basefee > BASEFEE_CEILING ||
        s.cell_basefee > BASEFEE_CEILING)
        return "a base fee is 0 or above " + to_decimal(BASEFEE_CEILING);
    if (sum_of({s.balances, s.locked, s.burned.cycle, s.burned.cell, s.burned.lane}) != s.genesis_supply)
        return "balances, locked and burned do not add up to the supply of genesis, " +
               to_decimal(s.genesis_supply);
    return std::nullopt;
}

Broken broken_counters(const timers::Counters& c)
{
    const timers::Totals& t = c.totals;
    if (sum_of({c.live, t.fired, t.insufficient_funds, t.expired, t.cancelled, t.governance}) != t.scheduled)
        return "live timers and exits do not add up to the " + std::to_string(t.scheduled) +
               " scheduled ones";
    if (c.last_discipline > static_cast<u64>(timers::Discipline::auction))
        return "the last discipline " + std::to_string(c.last_discipline) + " is none";
    constexpr u64 NUMBER_MAX = u64{1} << 62;  // counted up, never set
    for (const u64 number :
         {c.next_sequence, c.next_arrival, c.next_death, c.next_deliver_seq, c.era, c.reign, c.next_watch})
        if (number > NUMBER_MAX) return "no chain counts up to " + std::to_string(number);
    return std::nullopt;
}

Broken broken_heights(const ChainState& s, const timers::Counters& c)
{
    if (c.intake_height == 0 || c.intake_height > s.height + 1)
        return "heights were taken in up to " + std::to_string(c.intake_height) + ", the height is " +
               std::to_string(s.height);
    if (c.judged_height > s.height + 1)
        return "expiry was judged up to " + std::to_string(c.judged_height) + ", the height is " +
               std::to_string(s.height);
    return std::nullopt;
}

Broken broken_config(const std::optional<Bytes>& stored, const ChainParams& params)
{
    if (!stored) return std::nullopt;
    const auto config = timers::decode_config(*stored);
    if (!config) return "malformed, or written by another version of this program";
    const auto kept = timers::updated_config(*config, {}, params.fees.cycle_capacity);
    return kept ? std::nullopt : Broken(kept.error().message);
}

std::string at(BytesView key, const std::string& what)
{
    return "key " + state::shown_key(key) + ": " + what;
}

}  // namespace

bool holds_chain(const state::Readable& state)
{
    return state.contains(view(PARAMS_KEY)) || state.contains(view(STATE_KEY)) ||
           state.contains(view(timers::COUNTERS_KEY));
}

Result<ChainNumbers, std::string> read_chain_numbers(const state::Readable& state)
{
    const auto read = [&](std::string_view key, auto decode) {
        const auto bytes = state.get(view(key));
        return bytes ? decode(*bytes) : decltype(decode(*bytes)){};
    };
    const std::string malformed = "missing, malformed, or written by another version of this program";
    const auto params = read(PARAMS_KEY, decode_params);
    if (!params) return at(view(PARAMS_KEY), malformed);
    const auto chain = read(STATE_KEY, decode_state);
    if (!chain) return at(view(STATE_KEY), malformed);
    const auto counters = read(timers::COUNTERS_KEY, timers::decode_counters);
    if (!counters) return at(view(timers::COUNTERS_KEY), malformed);
    if (const auto broken = broken_rule(params->fees)) return at(view(PARAMS_KEY), *broken);
    if (const auto broken = broken_state(*chain)) return at(view(STATE_KEY), *broken);
    if (const auto broken = broken_counters(*counters)) return at(view(timers::COUNTERS_KEY), *broken);
    if (const auto broken = broken_heights(*chain, *counters)) return at(view(timers::COUNTERS_KEY), *broken);
    if (const auto broken = broken_config(state.get(config_key()), *params)) return at(config_key(), *broken);
    return ChainNumbers{*params, *chain, *counters};
}

std::optional<std::string> version_contradiction(const ChainState& state, u64 store_version)
{
    if (store_version == state.height + 1) return std::nullopt;
    return at(view(STATE_KEY), "the height is " + std::to_string(state.height) +
                                   ", so the version of the state is " + std::to_string(state.height + 1) +
                                   ", but the files say " + std::to_string(store_version));
}

}  // namespace lariat::chain
