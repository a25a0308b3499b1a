// A discipline: who is looked at next, and at what price. Everything else at the end of a block (limits,
// pre-charge, batch, run, settlement, parking, death) is the dispatcher's, the same for all.
#pragma once

#include "lane/dispatcher.hpp"

namespace lariat::lane {

class Discipline {
public:
    virtual ~Discipline() = default;
    /// After intake and watch hits, also while timers are paused: nothing more joins what waits in this
    /// block.
    virtual void arrivals_done(EndOfBlock&) {}
    /// After that, before the first round of a block.
    virtual void begin(Dispatcher&) {}
    /// After that, of a block in which timers are paused.
    virtual void while_paused(timers::TimerState&) {}
    /// One round's look-out: looks at timers until it has enough dispatched, or none is left to look at.
    virtual void look_out(Dispatcher& dispatcher) = 0;
    /// A fire has been settled.
    virtual void fired(const timers::Timer&, const Fired&) {}
};

}  // namespace lariat::lane
