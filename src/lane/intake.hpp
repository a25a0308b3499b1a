// Steps 1 to 3 of procedure section 4: removal of dead timers, expiry, intake of due timers.
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// Removes dead timers from the head of the dead list while the GC budget lasts (LANE-3, LANE-4).
void collect_garbage(const timers::BlockRules& rules, timers::TimerState& state);

/// After a change of discipline: makes all waiting and parked timers stand again (GOV-4).
void note_discipline(const timers::BlockRules& rules, timers::TimerState& state);

/// Makes the parked timers stand again whose gas limit fits the cap after a change of either (LANE-5).
void let_parked_stand(const timers::BlockRules& rules, timers::TimerState& state);

/// Takes in the standing timers, then the heights up to the current one, lowest first (CAL-9).
void take_in(const timers::BlockRules& rules, timers::TimerState& state);

}  // namespace lariat::lane
