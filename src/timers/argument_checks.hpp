// The checks that all calls which set timers have in common (API-6, API-7, API-10). Each gives its error of
// docs/trace.md, with the value that was given and the limit that it broke.
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::timers {

inline constexpr u64 INDEX_CELLS = 96;  // FEE-4

Status check_height(const Arg<u64>& height, std::string_view name, const BlockRules& rules);
Status check_payload(const Arg<Bytes>& payload, const TimerConfig& config);
/// Against the cap of the discipline in force.
Status check_gas_limit(const Arg<u64>& gas_limit, const BlockRules& rules);
/// The height at which the timer expires: the latest one allowed when the argument is absent.
Result<u64> checked_expiry(const Arg<u64>& expires_at, const BlockRules& rules);
Status check_bid(const Arg<u128>& bid, const TimerConfig& config);
Status check_actor_cap(const TimerState& state, const Address& owner, const TimerConfig& config);
Status check_target_cap(TimerState& state, const Address& owner, const Address& target,
                        const TimerConfig& config);

}  // namespace lariat::timers
