// Runs a delivery. No transaction starts it: zero origin hash, and no signer may pay in it (FEE-8, API-8).
#include "chain/delivery_runner.hpp"

#include "chain/execution.hpp"

namespace lariat::chain {

lane::FireOutcome DeliveryRunner::run(const lane::Delivery& delivery)
{
    lane::Paid paid = delivery.paid;
    paid.cycles = delivery.cycles_limit();
    Execution e = begin_execution(block_, paid, delivery.owner);
    e.act_as(delivery.target);
    e.origin = delivery.deliver_id;
    e.context.msg_id = delivery.deliver_id;
    e.context.timer_id = delivery.id;
    if (delivery.kind != lane::FireKind::timestamp) e.context.fire_seq = delivery.fire_seq;
    if (delivery.id)
        e.context.trigger = {std::string(name(delivery.kind)), delivery.due_height, delivery.matched};
    lane::FireOutcome out = run_handler(block_, e, delivery.handler, delivery.payload);
    tell_failure(block_, e, delivery.handler, out);
    return out;
}

const lane::Fired& deliver(BlockContext& block, lane::Delivery&& delivery)
{
    DeliveryRunner runner(block);
    return lane::deliver({block.world, runner, block.timers, block.fired}, std::move(delivery));
}

}  // namespace lariat::chain
