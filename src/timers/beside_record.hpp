// What the state holds of a timer beside its record and the lists: the client nonce that names it, how many
// timers of others a target has, and the payload of a queued fire whose timer was updated since.
//
// Keys (docs/state-layout.md):  j ‖ owner ‖ target ‖ client nonce → id   N ‖ target → count
//   x ‖ keccak(id) → payload
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

/// Before a timer whose fire is queued says something else: the fire keeps what it was queued with (GBX-3).
/// These two change the timer's `queue`, not the record.
void keep_queued_with(state::Overlay& state, Timer& timer, BytesView payload);
/// Of a timer whose fire is queued no longer.
void forget_queued_with(state::Overlay& state, Timer& timer);
/// The keys of a watch, whether they stand in its record or beside it.
std::vector<WatchKey> watch_keys_of(const state::Overlay& state, const Timer& watch);
/// Where `queue->with` is there.
Bytes payload_queued_with(const state::Overlay& state, const TimerId& id);

}  // namespace lariat::timers
