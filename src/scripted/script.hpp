// Scripted handlers as data: the steps of a trace. The source of a scripted actor is its handlers as compact
// JSON with sorted keys; each source is parsed once.
#pragma once

#include <map>
#include <memory>
#include <variant>

#include "chain/json_input.hpp"

namespace lariat::scripted {

using chain::InputError;
using chain::Moment;
using chain::ScheduleAtCall;
using chain::TimerRef;

struct Step;
using Steps = std::vector<Step>;

struct ScheduleStep {
    std::optional<Moment> height;
    std::optional<Moment> expires_at;
    ScheduleArgs rest;  ///< without height and expires_at
    std::string label;
};
struct SetGbaStep {
    std::optional<Address> agent;
};
struct EstimateStep {
    ScheduleStep call;
};
/// A number, or a context field of the agent call × num // den.
struct BidExpression {
    u128 num = 0;
    u128 den = 1;
    std::string field;  ///< empty: the number `num`
};
struct ReturnBidStep {
    BidExpression max_fee, max_priority;
};
struct CancelStep {
    std::optional<Address> target;  ///< if given, an id that cannot be cancelled is no error
    TimerRef timer;
};
struct TimeoutStep {
    Moment due_height;
    TimeoutArgs rest;  ///< without due_height
    std::string label;
};
struct WatchStep {
    std::optional<Moment> expires_at;
    WatchArgs rest;  ///< without expires_at
    std::string label;
};
struct ExtendStep {
    TimerRef timer;
    Moment expires_at;
};
struct DropStep {
    TimerRef operation;
};
struct SetStep {
    Bytes key, value;
};
struct DeleteStep {
    Bytes key;
};
struct TransferStep {
    Address to;
    u128 amount = 0;
};
struct EmitStep {
    std::string topic;
    Bytes data;
};
struct SendStep {
    Address to;
    std::optional<std::string> handler;
    Bytes payload;
    std::optional<u64> gas, cells;
};
struct BurnStep {
    u64 cycles = 0;
};
struct BurnCellsStep {
    u64 cells = 0;
};
struct LoopStep {};
struct FailStep {
    std::string message;
};
struct ReturnStep {
    Bytes data;
};
struct RepeatStep {
    u64 times = 0;
    Steps steps;
};
struct IfNthStep {
    u64 nth = 0;
    Steps steps;
};
struct LogStep {
    enum class What : u8 { context, gas_left, balance, storage } what = What::context;
    Bytes key;  ///< storage
};

struct Step {
    std::variant<ScheduleStep, SetGbaStep, EstimateStep, ReturnBidStep, TimeoutStep, WatchStep, CancelStep,
                 ExtendStep, ScheduleAtCall, DropStep, SetStep, DeleteStep, TransferStep, EmitStep, SendStep,
                 BurnStep, BurnCellsStep, LoopStep, FailStep, ReturnStep, RepeatStep, IfNthStep, LogStep>
        op;
    std::optional<ErrorCode> expected_error;  ///< the step must fail with it; then the handler goes on
};

/// Steps that a transaction brings with it.
struct BroughtSteps final : chain::BroughtCode {
    explicit BroughtSteps(Steps given) : steps(std::move(given)) {}
    Steps steps;
};

struct Script {
    std::map<std::string, Steps> handlers;
};

Result<Steps, InputError> parse_steps(const nlohmann::json& steps);
Result<Script, InputError> parse_script(const nlohmann::json& handlers);
/// Reads the schedule fields of an `estimate` query and leaves the others. Throws BadInput.
ScheduleStep read_schedule_fields(chain::ObjectReader& from);
/// Parses the source of a scripted actor from the state.
Result<Script, InputError> parse_script_source(std::string_view source);

}  // namespace lariat::scripted
