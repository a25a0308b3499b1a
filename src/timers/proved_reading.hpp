// Timers and operations read by whoever does not hold the state: through a function that answers for one key
// at a time, and may answer anything. Who makes a proof reads through it to learn which keys a subject needs,
// who verifies one reads through it what the proof claims: so both need the same keys (TMR-8).
#pragma once

#include "timers/operations/record.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// The value of a key, or none when it is absent; an error ends the reading.
using ValueOf = std::function<Result<std::optional<Bytes>, std::string>(BytesView key)>;

/// The timer with its payload and its watch keys, whether they stand in the record or beside it; none when it
/// is not live.
Result<std::optional<Timer>, std::string> read_timer(const TimerId& id, const ValueOf& value_of);

/// The same of an operation at a timestamp; none when it has run, or was dropped or blocked.
Result<std::optional<Operation>, std::string> read_operation(const OperationId& id, const ValueOf& value_of);

/// The timers of a height that are not yet taken in, all of them, in the order of their insertion.
Result<std::vector<TimerId>, std::string> read_height(u64 height, const ValueOf& value_of);

}  // namespace lariat::timers
