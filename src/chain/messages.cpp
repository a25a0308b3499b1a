// Runs each message on the gas held for it.
#include "chain/messages.hpp"

#include "chain/delivery_runner.hpp"

namespace lariat::chain {

void run_messages(BlockContext& block)
{
    for (std::size_t next = 0; next < block.messages.size(); ++next) {
        lane::Delivery message = std::move(block.messages[next]);  // running it may add to the queue
        const u64 cycles = message.paid.cycles, cells = message.paid.cells;
        lane::begin_delivery(block.timers, message);
        const lane::Fired& row = deliver(block, std::move(message));
        timers::Used& used = block.timers.report.used;
        used.cycles -= cycles - row.cycles;  // the rest of what the sender counted as used
        used.cells -= cells - row.cells;
    }
}

}  // namespace lariat::chain
