// Scheduling, extending and cancelling timers (API-1 to API-13, LIF-7 to LIF-10): checks in their order,
// effects, exits and events. Called by handlers through the host and by system instructions. All effects are
// undone if the calling execution fails.
#pragma once

#include "base/arg.hpp"
#include "base/meter.hpp"
#include "timers/due_set.hpp"
#include "timers/report.hpp"
#include "timers/timer_store.hpp"
#include "timers/watches/watches.hpp"

namespace lariat::timers {

/// Rules that are fixed for a whole block (BLK-3).
struct BlockRules {
    u64 height = 0;
    const TimerConfig* config = nullptr;
    Discipline discipline = Discipline::fifo;
    u128 lane_basefee = 0;     ///< per cycle; before activation it reads as the cycle base fee (AUC-2)
    u128 median_priority = 0;  ///< of the previous block's fires, 0 before activation
};

/// The timer structures of a chain within one block.
struct TimerState {
    TimerStore& store;
    DueSet& due;
    Counters& counters;
    Report& report;
    Watches* watches = nullptr;  ///< null if the embedding chain has no watchable state
};

/// The caller: the executing actor, and the signer of the transaction if it may pay (API-8).
struct Caller {
    Address actor;
    std::optional<Address> paying_sender;
    /// Number of operations that the actor has scheduled; they count in the same nonce.
    u64 operations = 0;
};

/// Checks the arguments, takes the cells from `meter` and stores the timer. The caller charges the 200
/// cycles.
Result<TimerId> schedule(const BlockRules& rules, TimerState& state, const Caller& caller,
                         const ScheduleArgs& args, Meter& meter);

/// The outcome that schedule_timer with these arguments would have now (API-16).
struct Estimate {
    std::optional<u64>
        height;     ///< first height from the asked one where the gas limits leave room in the lane
    u128 cost = 0;  ///< worst case, in base units
    std::vector<ErrorCode> refused;  ///< every check that would fail, in order
};
Estimate estimate(const BlockRules& rules, TimerState& state, const Caller& caller, const ScheduleArgs& args,
                  u128 cycle_basefee, u128 cell_basefee);

/// API-4, LIF-10. The new value is clamped to height + max_ttl_blocks.
Status extend_by_owner(const BlockRules& rules, TimerState& state, const Address& actor,
                       const Arg<Bytes>& timer_id, const Arg<u64>& new_expires_at);
/// API-5, LIF-7.
Status cancel_by_owner(TimerState& state, const Address& actor, const Arg<Bytes>& timer_id);

/// Is the timer materialised under the Globalbox, so that it can no longer be cancelled (GBX-3)?
bool is_materialised(const TimerState& state, const TimerId& id);

/// System instructions 50 and 48 (LIF-8, LIF-9).
Status extend_by_governance(const BlockRules& rules, TimerState& state, const TimerId& id,
                            u64 new_expires_at);
void cancel_by_governance(TimerState& state, const TimerId& id);

}  // namespace lariat::timers
