// Lets modified keys hit the watches that match them (WAT-2, WAT-6).
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// Runs the step within max_watch_hits_per_block and max_modified_keys_per_block; the rest is kept (WAT-6,
///
void hit_watches(const timers::BlockRules& rules, timers::TimerState& state);

/// Whether a watch that lives has a prefix of this actor. Depends on the state alone: the dead watches that
/// are still known in memory are not counted.
bool is_watched(timers::TimerState& state, const Address& actor);

}  // namespace lariat::lane
