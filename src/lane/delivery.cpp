// Implements the way of a delivery.
#include "lane/delivery.hpp"

namespace lariat::lane {

namespace {

FireOutcome run(FireRunner& runner, const Delivery& delivery)
{
    if (delivery.delivery_cycles > delivery.paid.cycles)
        return {ExecutionStatus::out_of_cycles, {}, {.cycles = delivery.paid.cycles}};
    FireOutcome outcome = runner.run(delivery);
    outcome.usage.cycles += delivery.delivery_cycles;
    return outcome;
}

}  // namespace

void begin_delivery(timers::TimerState& timers, Delivery& delivery, std::optional<u64> number)
{
    delivery.deliver_seq = number ? *number : timers.counters.next_deliver_seq++;
    timers.report.now = timers::Cause::of_fire(delivery.deliver_seq);
}

const Fired& deliver(const DeliveryContext& context, Delivery&& delivery)
{
    FireOutcome outcome = run(context.runner, delivery);
    context.timers.report.now = {};
    const Settled settled = settle(context.ledger, delivery.paid, outcome.usage);
    return context.fired.emplace_back(row_of(std::move(delivery), std::move(outcome), settled));
}

Fired row_of(Delivery&& delivery, FireOutcome&& outcome, const Settled& settled)
{
    return {.deliver_seq = delivery.deliver_seq,
            .deliver_id = delivery.deliver_id,
            .kind = delivery.kind,
            .id = delivery.id,
            .target = delivery.target,
            .owner = delivery.owner,
            .handler = std::move(delivery.handler),
            .payer = delivery.paid.payer,
            .fire_seq = delivery.fire_seq,
            .status = outcome.status,
            .error = std::move(outcome.error),
            .cycles = outcome.usage.cycles,
            .cells = outcome.usage.cells,
            .charged = settled.charged,
            .tip = settled.tip,
            .terms = delivery.terms,
            .matched = std::move(delivery.matched),
            .cause = delivery.cause};
}

}  // namespace lariat::lane
