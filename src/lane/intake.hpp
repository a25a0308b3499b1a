// Sections 4.1 to 4.3 of the procedure: the dead leave, what waits is judged, what is due comes in.
#pragma once

#include "timers/lifecycle.hpp"

namespace lariat::lane {

/// A helping of GC: removes from the head of the dead list while the budget lasts (LANE-3, LANE-4).
void collect_garbage(const timers::BlockRules& rules, timers::TimerState& state);

/// What waited or was parked stands again when the discipline is another than the last block's (GOV-4).
void note_discipline(const timers::BlockRules& rules, timers::TimerState& state);

/// Parked timers whose gas limit fits the cap, because one of the two has changed, stand again (LANE-5).
void let_parked_stand(const timers::BlockRules& rules, timers::TimerState& state);

/// Takes in what stands, then heights ≤ the current one, lowest first (CAL-9).
void take_in(const timers::BlockRules& rules, timers::TimerState& state);

/// Moves a timer that waits, or is being taken in from its height, to the end of the dead list.
void die(timers::TimerState& state, timers::Timer timer, const timers::Death& how);

}  // namespace lariat::lane
