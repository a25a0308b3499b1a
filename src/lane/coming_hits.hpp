// The hits of a coming block on watches, found without changing a list or a watch.
#pragma once

#include <map>
#include <set>

#include "timers/lifecycle.hpp"

namespace lariat::lane {

struct ComingHits {
    std::vector<timers::Timer> watches;  ///< idle ones, in the order in which they begin to wait
    bool has_hit_any = false;            ///< also of watches that wait already
    bool is_cut = false;                 ///< a budget ended the step before all keys were served
};

/// What hit_watches() would do in a block of these rules, if nothing more were modified. Copies the
/// lists that it serves; the budgets of the step bound how many.
ComingHits hits_of_coming(const timers::BlockRules& rules, timers::TimerState& state);

/// Whether a key that is left over hits this idle watch, in this block or in a later one.
bool has_key_left(const timers::BlockRules& rules, timers::TimerState& state, const timers::Timer& watch);

}  // namespace lariat::lane
