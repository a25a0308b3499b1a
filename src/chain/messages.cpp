// Runs a message and settles the gas held for it.
#include "chain/messages.hpp"

namespace lariat::chain {

namespace {

lane::FireOutcome deliver(BlockContext& block, const Message& m)
{
    Execution e = begin_delivery(block, {.deliver_id = m.deliver_id,
                                         .actor = m.to,
                                         .sender = m.sender,
                                         .payer = m.payer,
                                         .cycles_limit = m.gas,
                                         .cells_limit = m.cells,
                                         .price = m.price});
    lane::FireOutcome out = run_handler(block, e, m.handler, m.payload);
    tell_failure(block, e, m.handler, out);
    return out;
}

}  // namespace

void run_messages(BlockContext& block)
{
    for (std::size_t next = 0; next < block.messages.size(); ++next) {
        const Message m = block.messages[next];  // running it may add to the queue
        const u64 seq = block.timers.counters.next_deliver_seq++;
        block.timers.report.now = timers::Cause::of_fire(seq);
        const lane::FireOutcome out = deliver(block, m);
        block.timers.report.now = {};
        const auto held = lane::max_cost(m.price, m.gas, m.cells);
        LARIAT_ASSERT(held);  // a part of what its sender could pay
        const lane::Settled settled = lane::settle(block.world, m.payer, *held, m.price, out.usage);
        timers::Used& used = block.timers.report.used;
        used.cycles -= m.gas - out.usage.cycles;  // the rest of what the sender counted as used
        used.cells -= m.cells - out.usage.cells;
        block.fired.push_back({.deliver_seq = seq,
                               .deliver_id = m.deliver_id,
                               .kind = lane::FireKind::message,
                               .id = std::nullopt,
                               .target = m.to,
                               .owner = m.sender,
                               .handler = m.handler,
                               .payer = m.payer,
                               .fire_seq = std::nullopt,
                               .status = out.status,
                               .error = out.error,
                               .cycles = out.usage.cycles,
                               .cells = out.usage.cells,
                               .charged = settled.charged,
                               .tip = settled.tip,
                               .cause = m.cause});
    }
}

}  // namespace lariat::chain
