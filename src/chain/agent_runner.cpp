// Asks a bidding agent: it is the executing actor, the owner of the timer the sender. The caller charges.
#include "chain/agent_runner.hpp"

#include "chain/execution.hpp"

namespace lariat::chain {

namespace {

using timers::GbaFailure;

std::optional<GbaFailure> failure_of(lane::ExecStatus status, bool has_bid)
{
    switch (status) {
        case lane::ExecStatus::ok:
            return has_bid ? std::nullopt : std::optional{GbaFailure::bad_type};
        case lane::ExecStatus::revert:
        case lane::ExecStatus::out_of_cells:
            return GbaFailure::error;
        case lane::ExecStatus::out_of_cycles:
            return GbaFailure::out_of_cycles;
        case lane::ExecStatus::out_of_memory:
            return GbaFailure::out_of_memory;
        case lane::ExecStatus::no_handler:
            return GbaFailure::no_handler;
        case lane::ExecStatus::no_actor:
            return GbaFailure::no_actor;
    }
    return GbaFailure::error;
}

void tell(const BlockContext& block, const Execution& e, GbaFailure reason, const lane::FireOutcome& out)
{
    if (!block.observer) return;
    const bool wrong_type = reason == GbaFailure::bad_type;
    block.observer->failed(
        block, e,
        {.handler = "getGasBid",
         .status = name(reason),
         .error = out.error,
         .message = wrong_type ? "getGasBid must return a TxFeeParams whose four fees are integers from 0"
                               : std::string_view(e.message),
         .traceback = e.traceback});
}

}  // namespace

lane::BidAnswer AgentRunner::ask(const lane::BidQuestion& question)
{
    Execution e;
    e.actor = question.agent;
    e.sender = question.owner;
    e.payer = question.owner;
    e.cycles_limit = question.cycles_limit;
    e.cells_limit = question.cells_limit;
    e.read_only = true;
    e.question = &question;
    e.context = block_facts(block_);
    e.context.actor = question.agent;
    e.context.sender = question.owner;
    e.begin();
    const lane::FireOutcome out = run_agent(block_, e);
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
