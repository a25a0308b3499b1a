// Implements the look-out of a FIFO round: from the oldest timer on, past a bounded number that does not
// fit.
#include "lane/fifo.hpp"

namespace lariat::lane {

void Fifo::look_out(Dispatcher& dispatcher)
{
    const timers::ArrivalTree& waiting = dispatcher.block().timers.due.tree();
    u64 misfits = 0;
    u64 from = 0;
    while (dispatcher.looks_left() && misfits < dispatcher.config().max_misfits) {
        const auto arrival = waiting.next_to_look_at(from, dispatcher.height());
        if (!arrival) return;
        from = *arrival + 1;
        const Dispatcher::Look seen = dispatcher.look(waiting.find(*arrival)->id, {});
        misfits = seen == Dispatcher::Look::did_not_fit ? misfits + 1 : 0;
    }
}

}  // namespace lariat::lane
