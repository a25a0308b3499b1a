// Enters code in Python: the price of having it ready, the call, the cells of what it returns.
#include "chain/python_engine.hpp"

#include "chain/host.hpp"

namespace lariat::chain {

namespace {

pvm::BidContext bid_context(const lane::BidQuestion& q)
{
    return {.trigger_block_height = q.trigger_height,
            .current_block_height = q.current_height,
            .basefee_cycle = q.cycle_basefee,
            .basefee_cell = q.cell_basefee,
            .basefee_lane_timer = q.lane_basefee,
            .last_block_cycle_usage = q.last_block_cycles,
            .previous_block_p50_priority_tip_per_cycle = q.median_priority,
            .owner_actor_balance = q.owner_balance};
}

}  // namespace

Result<HandlerEngine::Accepted> PythonEngine::accept(World& world, const Hash32& code_hash,
                                                     std::string_view source)
{
    const auto accepted = code_.accept(code_hash, source);
    if (!accepted) return Error{ErrorCode::CodeRefused, accepted.error().to_string()};
    world.put_handlers(code_hash, accepted.value().handlers);
    return Accepted{world.code_defines(code_hash, "deploy"), accepted.value().entry_cycles};
}

Ending PythonEngine::run(BlockContext& block, Execution& e, const Actor& actor, const std::string& handler,
                         BytesView payload)
{
    if (!block.world.code_defines(actor.code_hash, handler)) return no_handler(block, e, handler);
    if (!e.meter.take_cycles(actor.entry_cycles))
        return stop(block, e, ExecutionStatus::out_of_cycles, [&] {
            return left_of("having the code of the actor ready", actor.entry_cycles, "cycles",
                           e.meter.cycles_left);
        });
    const auto program = code_.program(actor.code_hash, block.world);
    ExecutionHost host(block, e);
    pvm::Call call{handler, payload, e.actor, actor.owner};
    std::optional<pvm::BidContext> asked;
    if (e.question) call.bid_context = &asked.emplace(bid_context(*e.question));
    call.want_traceback = e.report != nullptr;
    if (block.observer) block.observer->entering(block, e, call);
    pvm::Outcome out = pvm::run(*program, call, host, e.meter, code_.limits());
    e.bid = out.bid;
    if (out.status == ExecutionStatus::ok && !e.meter.take_cells(out.returned.size())) {
        out.status = ExecutionStatus::out_of_cells;  // return value bytes are cells
        if (wants_words(block, e))
            out.message = left_of("the returned value", out.returned.size(), "cells", e.meter.cells_left);
    }
    if (block.observer) block.observer->left(block, e, call, out);
    if (wants_words(block, e)) {
        e.message = std::move(out.message);
        e.traceback = std::move(out.traceback);
    }
    if (e.report) e.report->returned = std::move(out.returned);
    return {out.status, std::move(out.error)};
}

}  // namespace lariat::chain
