// What the state holds of a timer beside its record and the lists: the client nonce that names it, how many
// timers of others a target has, and the snapshot of a queued fire whose timer was updated since.
//
// Keys (docs/state-layout.md):  j ‖ owner ‖ target ‖ client nonce → id   N ‖ target → count
//   x ‖ keccak(id) → snapshot
#pragma once

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// Called when a record comes and when it goes.
void keep_beside(state::Overlay& state, const Timer& timer);
void erase_beside(state::Overlay& state, const Timer& timer);

/// GBX-2: while it lives, the timer that this owner gave this nonce for this target.
std::optional<TimerId> with_client_nonce(const state::Overlay& state, const Address& owner,
                                         const Address& target, u64 nonce);

/// GBX-12: live timers that others than the target itself set for it.
u64 count_of_target(const state::Overlay& state, const Address& target);

/// What a fire was queued with, once its timer says something else (GBX-3).
struct FireSnapshot {
    std::optional<u64> gas_limit;  ///< absent: the default-gas mark
    u128 bid = 0;
    Bytes payload;
};
void put_snapshot(state::Overlay& state, const TimerId& id, const FireSnapshot& snapshot);
FireSnapshot snapshot_of(const state::Overlay& state, const TimerId& id);
/// Of a timer whose fire is queued no longer; changes the record's mark, not the record.
void forget_snapshot(state::Overlay& state, Timer& timer);

}  // namespace lariat::timers
