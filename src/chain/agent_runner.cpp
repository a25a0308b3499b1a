// Asks a bidding agent: it is the executing actor, the owner of the timer the sender. The caller charges.
#include "chain/agent_runner.hpp"

#include "chain/execution.hpp"

namespace lariat::chain {

namespace {

using timers::GbaFailure;

constexpr std::string_view HANDLER = "getGasBid";

std::optional<GbaFailure> failure_of(ExecutionStatus status, bool has_bid)
{
    switch (status) {
        case ExecutionStatus::ok:
            return has_bid ? std::nullopt : std::optional{GbaFailure::bad_type};
        case ExecutionStatus::revert:
        case ExecutionStatus::out_of_cells:
            return GbaFailure::error;
        case ExecutionStatus::out_of_cycles:
            return GbaFailure::out_of_cycles;
        case ExecutionStatus::out_of_memory:
            return GbaFailure::out_of_memory;
        case ExecutionStatus::no_handler:
            return GbaFailure::no_handler;
        case ExecutionStatus::no_actor:
            return GbaFailure::no_actor;
        case ExecutionStatus::not_run:
            break;
    }
    return GbaFailure::error;
}

void tell(const BlockContext& block, const Execution& e, GbaFailure reason, const lane::FireOutcome& out)
{
    if (!block.observer) return;
    const bool wrong_type = reason == GbaFailure::bad_type;
    block.observer->failed(
        block, e,
        {.handler = HANDLER,
         .status = name(reason),
         .error = out.error,
         .message = wrong_type ? "getGasBid must return a TxFeeParams whose four fees are integers from 0"
                               : std::string_view(e.message),
         .traceback = e.traceback});
}

}  // namespace

lane::BidAnswer AgentRunner::ask(const lane::BidQuestion& question)
{
    Execution e = begin_execution(
        block_, {.payer = question.owner, .cycles = question.cycles_limit, .cells = question.cells_limit},
        question.owner);
    e.act_as(question.agent);
    e.read_only = true;
    e.question = &question;
    const lane::FireOutcome out = run_handler(block_, e, std::string(HANDLER), {});
    lane::BidAnswer answer;
    answer.cycles = out.usage.cycles;
    answer.failure = failure_of(out.status, e.bid.has_value());
    if (answer.failure) tell(block_, e, *answer.failure, out);
    if (e.bid) {
        answer.max_fee = e.bid->max_fee;
        answer.max_priority = e.bid->max_priority;
    }
    return answer;
}

}  // namespace lariat::chain
