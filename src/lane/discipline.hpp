// Interface of a discipline: it chooses the next timer to look at and the price of its fire. The dispatcher
// does everything else, the same for all disciplines: limits, pre-charge, batch, run, settlement, parking,
// death.
#pragma once

#include "lane/dispatcher.hpp"

namespace lariat::lane {

class Discipline {
public:
    virtual ~Discipline() = default;
    /// Called after intake and watch hits, also while timers are paused. No further timer joins in this
    /// block.
    virtual void arrivals_done(EndOfBlock&) {}
    /// Called after arrivals_done(), before the first round of a block.
    virtual void begin(Dispatcher&) {}
    /// Called after arrivals_done(), instead of begin(), in a block with paused timers.
    virtual void while_paused(timers::TimerState&) {}
    /// The look-out of one round: looks at timers until enough are dispatched or none is left.
    virtual void look_out(Dispatcher& dispatcher) = 0;
    /// Called after each settled fire.
    virtual void fired(const timers::Timer&, const Fired&) {}
};

}  // namespace lariat::lane
