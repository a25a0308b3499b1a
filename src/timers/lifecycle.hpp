// Scheduling, extending and cancelling: the checks in their order, the effect, the exit and the
// events (API-1…API-13, LIF-7…LIF-10). Called by handlers through the host and by system
// instructions; everything done here is undone when the calling execution fails.
#pragma once

#include "base/arg.hpp"
#include "base/meter.hpp"
#include "timers/due_set.hpp"
#include "timers/report.hpp"
#include "timers/timer_store.hpp"
#include "timers/watches/watches.hpp"

namespace lariat::timers {

/// What holds for a whole block (BLK-3).
struct BlockRules {
    u64 height = 0;
    const TimerConfig* config = nullptr;
    Discipline discipline = Discipline::fifo;
    u128 lane_basefee = 0;     ///< per cycle; before activation it reads as the cycle base fee (AUC-2)
    u128 median_priority = 0;  ///< of the previous block's fires, 0 before activation
};

/// The timers of a chain, as one block sees them.
struct TimerState {
    TimerStore& store;
    DueSet& due;
    Counters& counters;
    Report& report;
    Watches* watches = nullptr;  ///< absent where the chain has no state that could be watched
};

/// Who calls: the executing actor, and the signer of the transaction where that one may pay (API-8).
struct Caller {
    Address actor;
    std::optional<Address> paying_sender;
    /// Operations at a timestamp that the actor has scheduled: one nonce counts both kinds.
    u64 operations = 0;
};

/// Checks the arguments, takes the cells from `meter`, keeps the timer. The 200 cycles are the
/// caller's to charge.
Result<TimerId> schedule(const BlockRules& rules, TimerState& state, const Caller& caller,
                         const ScheduleArgs& args, Meter& meter);

/// What a call of schedule_timer with these arguments would come to, were it made now (API-16).
struct Estimate {
    std::optional<u64> height;  ///< first one from the one asked for whose gas limits leave room in the lane
    u128 cost = 0;              ///< at most
    std::vector<ErrorCode> refused;  ///< every check that it would fail, in their order
};
Estimate estimate(const BlockRules& rules, TimerState& state, const Caller& caller, const ScheduleArgs& args,
                  u128 cycle_basefee, u128 cell_basefee);

/// API-4, LIF-10. The new value is clamped to height + max_ttl_blocks.
Status extend_by_owner(const BlockRules& rules, TimerState& state, const Address& actor,
                       const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at);
/// API-5, LIF-7.
Status cancel_by_owner(TimerState& state, const Address& actor, const Arg<Bytes>& timer_id);

/// Past cancelling under the Globalbox: pre-charged, with a place in the order of delivery (GBX-3).
bool is_materialised(const TimerState& state, const TimerId& id);

/// System instructions 50 and 48 (LIF-8, LIF-9).
Status extend_by_governance(const BlockRules& rules, TimerState& state, const TimerId& id,
                            u64 new_expires_at);
void cancel_by_governance(TimerState& state, const TimerId& id);

/// A dead or gone watch is hit no more.
void detach_watch(TimerState& state, const Timer& timer);

/// Takes a live timer away wherever it stands and books the exit. Its event, if any, is the caller's.
void remove_timer(TimerState& state, const Timer& timer, ExitKind exit);

}  // namespace lariat::timers
