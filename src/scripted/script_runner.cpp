// Runs each step of a scripted handler.
#include "scripted/script_runner.hpp"

#include <nlohmann/json.hpp>

#include "base/checked.hpp"
#include "base/hex.hpp"
#include "chain/operations.hpp"
#include "scripted/bid_fields.hpp"

namespace lariat::scripted {

using chain::resolve;
using chain::schedule_at_args;

std::string ScriptRunner::cells_wanted(u64 cells) const
{
    return std::to_string(cells) + " cells wanted, " + std::to_string(execution_.meter.cells_left) + " left";
}

ScriptEnd ScriptRunner::run(const Steps& steps)
{
    for (const Step& step : steps) {
        ++step_number_;
        if (run_step(step) == Flow::ended) break;
    }
    if (end_.status != ExecutionStatus::ok)
        end_.message = "step " + std::to_string(step_number_) + ": " + end_.message;
    return end_;
}

ScriptRunner::Flow ScriptRunner::run_all(const Steps& steps)
{
    for (const Step& step : steps)
        if (run_step(step) == Flow::ended) return Flow::ended;
    return Flow::go_on;
}

ScriptRunner::Flow ScriptRunner::run_step(const Step& step)
{
    if (!execution_.meter.take_cycles(1))
        return out_of(ExecutionStatus::out_of_cycles, "a step takes a cycle, none is left");
    const auto act = [&]<class Op>(const Op& op) -> Flow {
        if constexpr (std::is_same_v<Op, RepeatStep> || std::is_same_v<Op, IfNthStep>) {
            return do_nested(op);
        } else if constexpr (std::is_same_v<Op, ReturnStep>) {
            if (!execution_.meter.take_cells(op.data.size()))
                return out_of(ExecutionStatus::out_of_cells, cells_wanted(op.data.size()));
            if (execution_.report) execution_.report->returned = op.data;
            return Flow::ended;
        } else if constexpr (std::is_same_v<Op, ReturnBidStep>) {
            return return_bid(op);
        } else if constexpr (std::is_same_v<Op, FailStep>) {
            end_ = {ExecutionStatus::revert, op.message, "fail"};
            return Flow::ended;
        } else {
            return finish(call(op));
        }
    };
    const Flow flow = std::visit(act, step.op);
    return step.expected_error ? as_expected(flow, *step.expected_error) : flow;
}

ScriptRunner::Flow ScriptRunner::finish(const Status& done)
{
    if (done) return Flow::go_on;
    const ErrorCode error = done.error().code;
    if (error == ErrorCode::OutOfCycles) return out_of(ExecutionStatus::out_of_cycles, done.error().message);
    if (error == ErrorCode::OutOfCells) return out_of(ExecutionStatus::out_of_cells, done.error().message);
    end_ = {ExecutionStatus::revert, std::string(error_name(error)), done.error().message};
    refused_ = error;
    return Flow::ended;
}

/// Judges a step that must fail with an error, its own or that of a step in it. The text of `fail` is no
/// error name, and a meter that ran out ends the handler all the same.
ScriptRunner::Flow ScriptRunner::as_expected(Flow flow, ErrorCode error)
{
    if (end_.status == ExecutionStatus::out_of_cycles || end_.status == ExecutionStatus::out_of_cells)
        return flow;
    const bool came = refused_ == error;
    refused_.reset();
    if (came)
        end_ = {};
    else
        end_ = {ExecutionStatus::revert, std::string(error_name(ErrorCode::ExpectedErrorMissing)),
                "expected " + std::string(error_name(error)) + ", got " +
                    (end_.status == ExecutionStatus::ok ? "no error" : end_.error)};
    return came ? Flow::go_on : Flow::ended;
}

ScriptRunner::Flow ScriptRunner::out_of(ExecutionStatus status, std::string message)
{
    end_ = {status, {}, std::move(message)};
    return Flow::ended;
}

ScriptRunner::Flow ScriptRunner::do_nested(const RepeatStep& step)
{
    if (step.steps.empty()) return Flow::go_on;  // nothing that a cycle would bound
    for (u64 i = 0; i < step.times; ++i)
        if (run_all(step.steps) == Flow::ended) return Flow::ended;
    return Flow::go_on;
}

ScriptRunner::Flow ScriptRunner::do_nested(const IfNthStep& step)
{
    return nth_ == step.nth ? run_all(step.steps) : Flow::go_on;
}

Status ScriptRunner::call(const ScheduleStep& step)
{
    ScheduleArgs args = step.rest;
    args.height = at(step.height);
    args.expires_at = at(step.expires_at);
    return keep_label(step.label, host_.schedule_timer(args));
}

ScriptRunner::Flow ScriptRunner::return_bid(const ReturnBidStep& step)
{
    if (const lane::BidQuestion* asked = execution_.question) {
        const auto value = [&](const BidExpression& e) {
            return e.field.empty() ? e.num : mul_div(bid_field(*asked, e.field), e.num, e.den);
        };
        execution_.bid = pvm::BidOffer{value(step.max_fee), value(step.max_priority)};
    }
    return Flow::ended;
}

Status ScriptRunner::call(const SetGbaStep& step)
{
    return host_.set_gba(step.agent ? Arg<Address>(*step.agent) : Arg<Address>());
}

Status ScriptRunner::call(const EstimateStep& step)
{
    ScheduleArgs args = step.call.rest;
    args.height = at(step.call.height);
    args.expires_at = at(step.call.expires_at);
    const auto estimate = host_.estimate_timer(args);
    return estimate ? Status{} : Status{estimate.error()};
}

Status ScriptRunner::keep_label(const std::string& label, const Result<Hash32>& id)
{
    if (!id) return id.error();
    if (!label.empty()) scaffold_.set_label(label, id.value(), block_.world.overlay());
    return {};
}

Status ScriptRunner::call(const TimeoutStep& step)
{
    TimeoutArgs args = step.rest;
    args.due_height = at(step.due_height);
    return keep_label(step.label, host_.set_timeout(args));
}

Status ScriptRunner::call(const WatchStep& step)
{
    WatchArgs args = step.rest;
    args.expires_at = at(step.expires_at);
    return keep_label(step.label, host_.set_state_watch(args));
}

Status ScriptRunner::call(const CancelStep& step)
{
    if (step.target) {
        const auto cancelled = host_.cancel_timer_of(*step.target, id_of(step.timer));
        return cancelled ? Status{} : Status{cancelled.error()};
    }
    return host_.cancel_timer(id_of(step.timer));
}

Status ScriptRunner::call(const ExtendStep& step)
{
    return host_.extend_timer(id_of(step.timer), at(step.expires_at));
}

Status ScriptRunner::call(const ScheduleAtCall& step)
{
    const auto id = host_.schedule_at(schedule_at_args(step, block_.block.timestamp_ms));
    if (!id) return id.error();
    if (!step.label.empty()) scaffold_.set_label(step.label, id.value(), block_.world.overlay());
    return {};
}

Status ScriptRunner::call(const DropStep& step)
{
    return host_.drop(id_of(step.operation));
}

Status ScriptRunner::call(const SetStep& step)
{
    return host_.set_state(BytesView(step.key), BytesView(step.value));
}
Status ScriptRunner::call(const DeleteStep& step)
{
    return host_.delete_state(BytesView(step.key));
}
Status ScriptRunner::call(const TransferStep& step)
{
    return host_.transfer(step.to, step.amount);
}
Status ScriptRunner::call(const EmitStep& step)
{
    return host_.emit_event(std::string_view(step.topic), BytesView(step.data));
}

Status ScriptRunner::call(const SendStep& step)
{
    pvm::SendArgs args;
    args.to = step.to;
    if (step.handler) args.handler = *step.handler;
    args.payload = step.payload;
    if (step.gas) args.gas = *step.gas;
    if (step.cells) args.cells = *step.cells;
    return host_.send_message(args);
}

Status ScriptRunner::call(const BurnStep& step)
{
    return host_.charge_gas(step.cycles);
}

Status ScriptRunner::call(const BurnCellsStep& step)
{
    if (execution_.meter.take_cells(step.cells)) return {};
    return Error{ErrorCode::OutOfCells, cells_wanted(step.cells)};
}

Status ScriptRunner::call(const LoopStep&)
{
    return host_.charge_gas(saturating_add<u64>(execution_.meter.cycles_left, 1));
}

Status ScriptRunner::call(const LogStep& step)
{
    if (execution_.read_only) return Error{ErrorCode::ReadOnly, "an agent's call emits nothing"};
    Bytes shown;
    switch (step.what) {
        case LogStep::What::context:
            shown = to_bytes(context_as_json());
            break;
        case LogStep::What::gas_left:
            shown = to_bytes(to_decimal(execution_.meter.cycles_left));
            break;
        case LogStep::What::balance:
            shown = to_bytes(to_decimal(block_.world.balance(execution_.actor)));
            break;
        case LogStep::What::storage:
            shown = block_.world.storage(execution_.actor, step.key).value_or(Bytes{});
            break;
    }
    block_.timers.report.emit(timers::ActorEvent{execution_.actor, "log", std::move(shown)});
    return {};
}

Arg<u64> ScriptRunner::at(const std::optional<Moment>& moment) const
{
    if (!moment) return {};
    return resolve(*moment, block_.block.height);
}

/// An unknown label gives an id that no timer has.
Arg<Bytes> ScriptRunner::id_of(const TimerRef& ref) const
{
    if (ref.label.empty()) return to_bytes(view(ref.id));
    const auto id = scaffold_.find(ref.label);
    return id ? to_bytes(view(*id)) : Bytes{};
}

std::string ScriptRunner::context_as_json() const
{
    const pvm::Context& c = execution_.context;
    nlohmann::json out;  // an ordered map: keys come sorted
    out["actor"] = to_hex(c.actor);
    out["height"] = c.block_height;
    out["sender"] = to_hex(c.sender);
    out["timestamp_ms"] = c.timestamp_ms;
    if (c.timer_id) {
        out["timer_id"] = to_hex(*c.timer_id);
        if (c.fire_seq) out["fire_seq"] = *c.fire_seq;
    }
    if (c.trigger) {
        out["trigger"]["kind"] = c.trigger->kind;
        if (c.trigger->due_height) out["due_height"] = out["trigger"]["due_height"] = *c.trigger->due_height;
        if (c.trigger->matched_keys) {
            auto& keys = out["trigger"]["matched_keys"] = nlohmann::json::array();
            for (const Bytes& key : *c.trigger->matched_keys) keys.push_back(to_hex(key));
        }
    }
    return out.dump();
}

}  // namespace lariat::scripted
