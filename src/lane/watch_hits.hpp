// Section 4.4 of the procedure: keys that were modified hit the watches that concern them.
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// Within max_modified_keys_per_block and max_watch_hits_per_block; the rest is carried over (WAT-6).
void hit_watches(const timers::BlockRules& rules, timers::TimerState& state);

}  // namespace lariat::lane
