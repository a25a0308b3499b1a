// Runs a fire. It has no parent transaction: zero origin hash, sender = owner, payer = fee payer (FEE-8).
#include "chain/fire_runner.hpp"

#include "chain/execution.hpp"

namespace lariat::chain {

lane::FireOutcome TimerFireRunner::run(const lane::Fire& fire)
{
    const timers::Timer& timer = *fire.timer;
    Execution e = begin_delivery(block_, {.deliver_id = fire.deliver_id,
                                          .actor = timer.target,
                                          .sender = timer.owner,
                                          .payer = timer.fee_payer,
                                          .cycles_limit = fire.cycles_limit,
                                          .cells_limit = fire.cells_limit,
                                          .price = fire.price});
    e.context.timer_id = timer.id;
    e.context.fire_seq = timer.fire_seq;
    e.context.trigger = {std::string(name(timer.kind)), due_height(timer), fire.matched};
    lane::FireOutcome out = run_handler(block_, e, timer.handler, fire.payload);
    tell_failure(block_, e, timer.handler, out);
    return out;
}

}  // namespace lariat::chain
