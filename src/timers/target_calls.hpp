// Calls that name a target: timeouts with client nonces, state watches, cancel (GBX-1…3, WAT-1). The checks
// in the order of the argument list, then the caps; everything is undone when the calling execution fails.
// The 200 cycles are the caller's to charge.
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::timers {

/// A prefix stands in the watch's record, which every hit and fire rewrites, at 32 cells whatever its length.
inline constexpr std::size_t WATCH_PREFIX_BYTES_MAX = 128;

/// `target_exists`: there is an actor at args.target.
Result<TimerId> set_timeout(const BlockRules& rules, TimerState& state, const Caller& caller,
                            const TimeoutArgs& args, bool target_exists, Meter& meter);
Result<TimerId> set_state_watch(const BlockRules& rules, TimerState& state, const Caller& caller,
                                const WatchArgs& args, bool target_exists, Meter& meter);

/// False for what is unknown, has another target, is gone or past cancelling; another owner's is an error.
Result<bool> cancel_for_target(TimerState& state, const Address& actor, const Arg<Address>& target,
                               const Arg<Bytes>& timer_id);

}  // namespace lariat::timers
