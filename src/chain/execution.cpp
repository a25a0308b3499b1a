// Enters a handler, runs it, and keeps or undoes its effects.
#include "chain/execution.hpp"

#include "base/hex.hpp"
#include "chain/state_keys.hpp"

namespace lariat::chain {

namespace {

using lane::FireOutcome;

constexpr u64 ENTER_CYCLES = 10;

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

Ending run_inside(BlockContext& block, Execution& e, const std::string& handler, BytesView payload,
                  bool deploying)
{
    if (!enter(block, e)) return {ExecutionStatus::out_of_cycles, {}};
    const auto actor = block.world.live_actor(e.actor);
    if (!actor) return no_actor(block, e);
    if (!deploying && !e.question && !is_callable_name(handler)) return no_handler(block, e, handler);
    return actor->kind == CodeKind::script ? block.scripts.run(block, e, *actor, handler, payload)
                                           : block.python.run(block, e, *actor, handler, payload);
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

bool wants_words(const BlockContext& block, const Execution& e) noexcept
{
    return block.observer != nullptr || e.report != nullptr;
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

lane::FireOutcome run_brought(BlockContext& block, Execution& e, const BroughtCode& code)
{
    return run_in_overlay(block, e, [&]() -> Ending {
        if (!enter(block, e)) return {ExecutionStatus::out_of_cycles, {}};
        if (!block.world.live_actor(e.actor)) return no_actor(block, e);
        return block.scripts.run_brought(block, e, code);
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
