// A fire has no parent transaction: zero origin hash, sender = owner, payer = fee payer (FEE-8).
#include "chain/fire_runner.hpp"

#include "chain/execution.hpp"

namespace lariat::chain {

lane::FireOutcome TimerFireRunner::run(const lane::Fire& fire)
{
    const timers::Timer& timer = *fire.timer;
    Execution e;
    e.actor = timer.target;
    e.sender = timer.owner;
    e.cycles_limit = fire.cycles_limit;
    e.cells_limit = fire.cells_limit;
    e.price = fire.price;
    e.payer = timer.fee_payer;
    e.origin = fire.deliver_id;
    e.context = block_facts(block_);
    e.context.sender = timer.owner;
    e.context.actor = timer.target;
    e.context.msg_id = fire.deliver_id;
    e.context.timer_id = timer.id;
    e.context.fire_seq = timer.fire_seq;
    e.context.trigger = {std::string(name(timer.kind)), timer.height, std::nullopt};
    e.begin();
    return run_handler(block_, e, timer.handler, fire.payload);
}

}  // namespace lariat::chain
