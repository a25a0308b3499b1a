// Lets modified keys hit the watches that match them (WAT-2, WAT-6).
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// Within max_modified_keys_per_block and max_watch_hits_per_block; the rest is carried over (WAT-6).
void hit_watches(const timers::BlockRules& rules, timers::TimerState& state);

/// Is there a watch that a key would hit? The dead are none: which of them are still known depends on when
/// the watches were rebuilt, and what is kept of a block may not.
bool is_watched(timers::TimerState& state, const timers::PlacedKey& key);

}  // namespace lariat::lane
