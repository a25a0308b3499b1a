// A fire on its way to the chain's own machine and back.
#include "scheduler/adapters.hpp"

namespace lariat {

lane::FireOutcome RunnerAdapter::run(const lane::Fire& fire)
{
    const timers::Timer& timer = *fire.timer;
    const Wake wake{.deliver_seq = fire.deliver_seq,
                    .deliver_id = fire.deliver_id,
                    .timer_id = timer.id,
                    .fire_seq = timer.fire_seq,
                    .due_height = timer.height,
                    .owner = timer.owner,
                    .target = timer.target,
                    .handler = timer.handler,
                    .payload = fire.payload,
                    .payer = timer.fee_payer,
                    .cycles_limit = fire.cycles_limit,
                    .cells_limit = fire.cells_limit};
    const u64 before = scheduler_.mark();
    WakeOutcome outcome = runner_.run(wake);
    LARIAT_ASSERT(outcome.cycles <= wake.cycles_limit && outcome.cells <= wake.cells_limit);
    if (outcome.status != WakeStatus::ok) scheduler_.undo_to(before);
    return {.status = static_cast<lane::ExecStatus>(outcome.status),
            .error = std::move(outcome.error),
            .usage = {.cycles = outcome.cycles, .cells = outcome.cells}};
}

}  // namespace lariat
