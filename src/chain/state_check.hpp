// What docs/state-layout.md says always holds, looked for in a state as it lies in a store: for whoever
// doubts it, not for a chain that runs.
#pragma once

#include "state/store.hpp"

namespace lariat::chain {

/// What does not hold, one sentence each, at most `limit` of them; nothing for a sound state (TMR-7, LIF-1,
/// BLK-7, CAL-3). Reads everything twice, and each timer's entry in its lists once more. With the version of
/// the store that holds the state, that is checked too. A state without a chain breaks nothing.
std::vector<std::string> broken_invariants(const state::Readable& state, std::optional<u64> version = {},
                                           std::size_t limit = 20);

}  // namespace lariat::chain
