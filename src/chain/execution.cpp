// Enters a handler, runs it, and keeps or undoes its effects.
#include "chain/execution.hpp"

#include "base/hex.hpp"
#include "chain/host.hpp"
#include "chain/script_runner.hpp"
#include "chain/state_keys.hpp"

namespace lariat::chain {

namespace {

using lane::FireOutcome;

constexpr u64 ENTER_CYCLES = 10;

/// How the inside of a handler ended, before the meters are read.
struct Ending {
    ExecutionStatus status = ExecutionStatus::ok;
    std::string error;
};

bool wants_words(const BlockContext& block, const Execution& e) noexcept
{
    return block.observer != nullptr || e.report != nullptr;
}

/// Ends an execution that could not go on. `message` makes the text for an observer or a report.
template <class Message>
Ending stop(const BlockContext& block, Execution& e, ExecutionStatus status, const Message& message)
{
    if (wants_words(block, e)) e.message = message();
    return {status, {}};
}

std::string left_of(std::string_view what, u64 wanted, std::string_view unit, u64 left)
{
    return std::string(what) + " takes " + std::to_string(wanted) + " " + std::string(unit) + ", " +
           std::to_string(left) + " left";
}

Ending no_handler(const BlockContext& block, Execution& e, const std::string& handler)
{
    return stop(block, e, ExecutionStatus::no_handler, [&] {
        return is_callable_name(handler) || e.question
                   ? "the actor " + to_hex(e.actor) + " has no handler " + handler
                   : handler + " cannot be called from outside the actor";
    });
}

Ending no_actor(const BlockContext& block, Execution& e)
{
    return stop(block, e, ExecutionStatus::no_actor, [&] {
        return (block.world.actor(e.actor) ? "the actor was removed from " : "there is no actor at ") +
               to_hex(e.actor);
    });
}

/// The cycles of entering a handler, found or not.
bool enter(const BlockContext& block, Execution& e)
{
    const u64 left = e.meter.cycles_left;
    if (e.meter.take_cycles(ENTER_CYCLES)) return true;
    if (wants_words(block, e)) e.message = left_of("entering a handler", ENTER_CYCLES, "cycles", left);
    return false;
}

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

Ending run_python(BlockContext& block, Execution& e, const Actor& actor, const std::string& handler,
                  BytesView payload)
{
    if (!block.world.code_defines(actor.code_hash, handler)) return no_handler(block, e, handler);
    if (!e.meter.take_cycles(actor.entry_cycles))
        return stop(block, e, ExecutionStatus::out_of_cycles, [&] {
            return left_of("having the code of the actor ready", actor.entry_cycles, "cycles",
                           e.meter.cycles_left);
        });
    const auto program = block.code.program(actor.code_hash, block.world);
    ExecutionHost host(block, e);
    pvm::Call call{handler, payload, e.actor, actor.owner};
    std::optional<pvm::BidContext> asked;
    if (e.question) call.bid_context = &asked.emplace(bid_context(*e.question));
    call.want_traceback = e.report != nullptr;
    if (block.observer) block.observer->entering(block, e, call);
    pvm::Outcome out = pvm::run(*program, call, host, e.meter, block.code.limits());
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

Ending run_script_steps(BlockContext& block, Execution& e, std::optional<u64> nth, const Steps& steps)
{
    ScriptEnd end = ScriptRunner(block, e, nth).run(steps);
    if (wants_words(block, e)) e.message = std::move(end.message);
    return {end.status, std::move(end.error)};
}

Ending run_script(BlockContext& block, Execution& e, const Actor& actor, const std::string& handler)
{
    const auto script = block.code.script(actor.code_hash, block.world);
    const auto found = script->handlers.find(handler);
    if (found == script->handlers.end()) return no_handler(block, e, handler);
    const u64 nth = block.scaffold.count_start(e.actor, handler);
    return run_script_steps(block, e, nth, found->second);
}

Ending run_inside(BlockContext& block, Execution& e, const std::string& handler, BytesView payload,
                  bool deploying)
{
    if (!enter(block, e)) return {ExecutionStatus::out_of_cycles, {}};
    const auto actor = block.world.live_actor(e.actor);
    if (!actor) return no_actor(block, e);
    if (!deploying && !e.question && !is_callable_name(handler)) return no_handler(block, e, handler);
    return actor->kind == CodeKind::script ? run_script(block, e, *actor, handler)
                                           : run_python(block, e, *actor, handler, payload);
}

template <class Inside>
FireOutcome run_in_overlay(BlockContext& block, Execution& e, const Inside& inside)
{
    EffectsMark mark(block);
    const state::Overlay::Checkpoint before = block.world.overlay().checkpoint();
    Ending end = inside();
    if (end.status == ExecutionStatus::ok && !e.read_only) {
        note_modified(block, before);
        std::move(e.sent.begin(), e.sent.end(), std::back_inserter(block.messages));
    } else {
        mark.revert();
    }
    return {end.status, std::move(end.error), usage_of(e, end.status)};
}

}  // namespace

EffectsMark::EffectsMark(BlockContext& block)
    : block_(block),
      timers_(block.engine.mark()),
      burned_(block.world.burned()),
      messages_(block.messages.size())
{
}

void EffectsMark::revert()
{
    block_.engine.undo_to(timers_);
    block_.world.revert_burned(burned_);
    block_.messages.erase(block_.messages.begin() + static_cast<std::ptrdiff_t>(messages_),
                          block_.messages.end());
}

Execution begin_execution(const BlockContext& block, const lane::Paid& paid, const Address& sender)
{
    Execution e;
    e.sender = sender;
    e.paid = paid;
    e.context.block_height = block.block.height;
    e.context.timestamp_ms = block.block.timestamp_ms;
    e.context.block_hash = block.block_hash;
    e.context.sender = sender;
    e.meter = {.cycles_left = paid.cycles, .cells_left = paid.cells};
    return e;
}

lane::FireOutcome run_handler(BlockContext& block, Execution& e, const std::string& handler,
                              BytesView payload, bool deploying)
{
    return run_in_overlay(block, e, [&] { return run_inside(block, e, handler, payload, deploying); });
}

lane::FireOutcome run_steps(BlockContext& block, Execution& e, const Steps& steps)
{
    return run_in_overlay(block, e, [&]() -> Ending {
        if (!enter(block, e)) return {ExecutionStatus::out_of_cycles, {}};
        if (!block.world.live_actor(e.actor)) return no_actor(block, e);
        return run_script_steps(block, e, std::nullopt, steps);
    });
}

void note_modified(BlockContext& block, state::Overlay::Checkpoint mark)
{
    timers::ModifiedKeys& modified = block.timers.watches->modified();
    for (const BytesView key : block.world.overlay().changed_since(mark, STORAGE_TABLE))
        modified.add(to_bytes(key.subspan(1)));
}

lane::Usage usage_of(const Execution& e, ExecutionStatus status)
{
    lane::Usage used{e.paid.cycles - e.meter.cycles_left, e.paid.cells - e.meter.cells_left, e.aside_cycles,
                     e.aside_cells};
    if (status == ExecutionStatus::ok) return used;
    used.cycles -= used.aside_cycles;
    used.cells -= used.aside_cells;
    used.aside_cycles = used.aside_cells = 0;
    if (status == ExecutionStatus::out_of_cycles) used.cycles = e.paid.cycles;
    if (status == ExecutionStatus::out_of_cells) used.cells = e.paid.cells;
    return used;
}

void tell_failure(const BlockContext& block, const Execution& e, std::string_view handler,
                  const lane::FireOutcome& outcome)
{
    if (!block.observer || outcome.status == ExecutionStatus::ok) return;
    block.observer->failed(block, e,
                           {.handler = handler,
                            .status = status_name(outcome.status),
                            .error = outcome.error,
                            .message = e.message,
                            .traceback = e.traceback});
}

bool is_callable_name(std::string_view handler) noexcept
{
    return !handler.starts_with('_') && handler != "deploy" && handler != "getGasBid";
}

}  // namespace lariat::chain
