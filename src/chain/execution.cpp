// Entering a handler, and what is left of it afterwards.
#include "chain/execution.hpp"

#include "chain/host.hpp"
#include "chain/script_runner.hpp"
#include "chain/state_keys.hpp"

namespace lariat::chain {

namespace {

using lane::ExecStatus;
using lane::FireOutcome;

constexpr u64 ENTER_CYCLES = 10;

/// How the inside of a handler ended, before the meters have their say.
struct Ending {
    ExecStatus status = ExecStatus::ok;
    std::string error;
};

/// FEE-6: what was used, whichever way out. What a failed execution set aside was not used, except
/// that a meter that ran out is used whole (FEE-10).
lane::Usage usage_of(const Execution& e, ExecStatus status)
{
    lane::Usage used{e.cycles_limit - e.meter.cycles_left, e.cells_limit - e.meter.cells_left, e.aside_cycles,
                     e.aside_cells};
    if (status == ExecStatus::ok) return used;
    used.cycles -= used.aside_cycles;
    used.cells -= used.aside_cells;
    used.aside_cycles = used.aside_cells = 0;
    if (status == ExecStatus::out_of_cycles) used.cycles = e.cycles_limit;
    if (status == ExecStatus::out_of_cells) used.cells = e.cells_limit;
    return used;
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
    if (!block.world.code_defines(actor.code_hash, handler)) return {ExecStatus::no_handler, {}};
    if (!e.meter.take_cycles(actor.entry_cycles)) return {ExecStatus::out_of_cycles, {}};
    const auto program = block.code.program(actor.code_hash, block.world);
    ExecutionHost host(block, e);
    pvm::Call call{handler, payload, e.actor, actor.owner};
    std::optional<pvm::BidContext> asked;
    if (e.question) call.bid_context = &asked.emplace(bid_context(*e.question));
    if (block.observer) block.observer->entering(block, e, call);
    pvm::Outcome out = pvm::run(*program, call, host, e.meter, block.code.limits());
    e.bid = out.bid;
    if (out.status == pvm::ExitStatus::ok && !e.meter.take_cells(out.returned.size()))
        out.status = pvm::ExitStatus::out_of_cells;  // return value bytes are cells
    if (block.observer) block.observer->left(block, e, call, out);
    return {status_of(out.status), std::move(out.error)};
}

Ending run_script(BlockContext& block, Execution& e, const Actor& actor, const std::string& handler)
{
    const auto script = block.code.script(actor.code_hash, block.world);
    const auto found = script->handlers.find(handler);
    if (found == script->handlers.end()) return {ExecStatus::no_handler, {}};
    const u64 nth = block.scaffold.count_start(e.actor, handler);
    const ScriptEnd end = ScriptRunner(block, e, nth).run(found->second);
    return {end.status, end.error};
}

Ending run_inside(BlockContext& block, Execution& e, const std::string& handler, BytesView payload,
                  bool deploying)
{
    if (!e.meter.take_cycles(ENTER_CYCLES)) return {ExecStatus::out_of_cycles, {}};
    const auto actor = block.world.live_actor(e.actor);
    if (!actor) return {ExecStatus::no_actor, {}};
    if (!deploying && !e.question && !is_callable_name(handler)) return {ExecStatus::no_handler, {}};
    return actor->kind == CodeKind::script ? run_script(block, e, *actor, handler)
                                           : run_python(block, e, *actor, handler, payload);
}

template <class Inside>
FireOutcome run_in_overlay(BlockContext& block, Execution& e, const Inside& inside)
{
    EffectsMark mark(block);
    const state::Overlay::Checkpoint before = block.world.overlay().checkpoint();
    const Ending end = inside();
    if (end.status == ExecStatus::ok) {
        note_modified(block, before);
        std::move(e.sent.begin(), e.sent.end(), std::back_inserter(block.messages));
    } else {
        mark.revert();
    }
    return {end.status, end.error, usage_of(e, end.status)};
}

}  // namespace

ExecStatus status_of(pvm::ExitStatus exit) noexcept
{
    switch (exit) {
        case pvm::ExitStatus::ok:
            return ExecStatus::ok;
        case pvm::ExitStatus::revert:
            return ExecStatus::revert;
        case pvm::ExitStatus::out_of_cycles:
            return ExecStatus::out_of_cycles;
        case pvm::ExitStatus::out_of_cells:
            return ExecStatus::out_of_cells;
        case pvm::ExitStatus::out_of_memory:
            return ExecStatus::out_of_memory;
        case pvm::ExitStatus::no_handler:
            return ExecStatus::no_handler;
    }
    return ExecStatus::revert;
}

EffectsMark::EffectsMark(BlockContext& block)
    : block_(block),
      overlay_(block.world.overlay().checkpoint()),
      counters_(block.timers.counters),
      burned_(block.world.burned()),
      exits_(block.timers.report.exits.size()),
      events_(block.timers.report.events.size()),
      messages_(block.messages.size())
{
}

void EffectsMark::revert()
{
    block_.world.overlay().revert_to(overlay_);
    block_.timers.counters = counters_;
    block_.world.revert_burned(burned_);
    block_.timers.report.exits.resize(exits_);
    block_.timers.report.events.erase(
        block_.timers.report.events.begin() + static_cast<std::ptrdiff_t>(events_),
        block_.timers.report.events.end());
    block_.messages.erase(block_.messages.begin() + static_cast<std::ptrdiff_t>(messages_),
                          block_.messages.end());
}

pvm::Context block_facts(const BlockContext& block)
{
    pvm::Context c;
    c.block_height = block.block.height;
    c.timestamp_ms = block.block.timestamp_ms;
    c.block_hash = block.block_hash;
    return c;
}

Execution begin_delivery(const BlockContext& block, const Delivery& d)
{
    Execution e;
    e.actor = d.actor;
    e.sender = d.sender;
    e.cycles_limit = d.cycles_limit;
    e.cells_limit = d.cells_limit;
    e.price = d.price;
    e.payer = d.payer;
    e.origin = d.deliver_id;
    e.context = block_facts(block);
    e.context.actor = d.actor;
    e.context.sender = d.sender;
    e.context.msg_id = d.deliver_id;
    e.begin();
    return e;
}

lane::FireOutcome run_handler(BlockContext& block, Execution& e, const std::string& handler,
                              BytesView payload, bool deploying)
{
    return run_in_overlay(block, e, [&] { return run_inside(block, e, handler, payload, deploying); });
}

lane::FireOutcome run_agent(BlockContext& block, Execution& e)
{
    EffectsMark mark(block);
    const Ending end = run_inside(block, e, "getGasBid", {}, false);
    mark.revert();
    return {end.status, end.error, usage_of(e, end.status)};
}

lane::FireOutcome run_steps(BlockContext& block, Execution& e, const Steps& steps)
{
    return run_in_overlay(block, e, [&]() -> Ending {
        if (!e.meter.take_cycles(ENTER_CYCLES)) return {ExecStatus::out_of_cycles, {}};
        if (!block.world.live_actor(e.actor)) return {ExecStatus::no_actor, {}};
        const ScriptEnd end = ScriptRunner(block, e, std::nullopt).run(steps);
        return {end.status, end.error};
    });
}

void note_modified(BlockContext& block, state::Overlay::Checkpoint mark)
{
    timers::ModifiedKeys& modified = block.timers.watches->modified();
    for (const BytesView key : block.world.overlay().changed_since(mark, STORAGE_TABLE))
        modified.add(to_bytes(key.subspan(1)));
}

bool is_callable_name(std::string_view handler) noexcept
{
    return !handler.starts_with('_') && handler != "deploy" && handler != "getGasBid";
}

}  // namespace lariat::chain
