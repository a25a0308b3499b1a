// State beside the records and lists of timers: the timer that a client nonce names, the number of timers
// that others have set for a target, and the payload of a queued fire whose timer was updated since.
//
// Keys (docs/state-layout.md):  j ‖ owner ‖ target ‖ client nonce → id   N ‖ target → count
#pragma once

#include "state/overlay.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// Called when a record is inserted and when it is removed.
void keep_beside(state::Overlay& state, const Timer& timer);
void erase_beside(state::Overlay& state, const Timer& timer);

/// GBX-2: the live timer to which this owner gave this client nonce for this target.
std::optional<TimerId> with_client_nonce(const state::Overlay& state, const Address& owner,
                                         const Address& target, u64 nonce);

/// GBX-12: number of live timers for this target that the target itself did not set.
u64 count_of_target(const state::Overlay& state, const Address& target);

/// Call it before a timer whose fire is queued gets another gas limit, bid or payload: the queued fire keeps
/// the present ones (GBX-3). A long payload stays where it lies. Changes timer.queue, payload and
/// long_payload, not the record.
void keep_queued_with(Timer& timer);
/// Call it when the fire leaves the queue. Changes timer.queue, not the record.
void forget_queued_with(state::Overlay& state, Timer& timer);
/// The keys of a watch, whether they stand in its record or beside it.
std::vector<WatchKey> watch_keys_of(const state::Overlay& state, const Timer& watch);
/// For a timer that has queue->with.
Bytes payload_queued_with(const state::Overlay& state, const Timer& timer);

}  // namespace lariat::timers
