// Reports of failed executions for `pvm run`, `pvm test` and `replay --explain`.
#pragma once

#include "chain/block_context.hpp"
#include "trace/output.hpp"

namespace lariat::actor_tools {

/// A failed transaction, fire, message, operation or agent call, or a timer that ended without being run.
struct FailureReport {
    u64 height = 0;
    std::string kind;  ///< transaction, height, watch, timestamp, message, agent; timer if it was not run
    std::optional<u64> tx;     ///< the number of the transaction in its block
    std::optional<Hash32> id;  ///< the timer or operation
    std::optional<Address> actor;
    std::string handler;
    std::string
        status;  ///< of the execution or transaction; the reason of GbaFailed for an agent; or an exit
    std::string error, message, traceback;
    std::optional<u64> cycles_left;

    /// The handler, and the error or the status: "handle_timer: ValueError".
    std::string in_short() const;
    trace::OrderedJson to_json() const;
    /// A line that says what failed, then the traceback or the message.
    std::string to_text() const;
};

/// Collects the failures of a block while it is applied.
class FailureObserver : public chain::ExecutionObserver {
public:
    /// Returns and forgets the failures of the block with this result, including timers that were not run.
    std::vector<FailureReport> take(const chain::BlockResult& result);

    void entering(const chain::BlockContext& block, const chain::Execution& e, pvm::Call& call) override;
    void left(const chain::BlockContext& block, const chain::Execution& e, const pvm::Call& call,
              const pvm::Outcome& outcome) override;
    void failed(const chain::BlockContext& block, const chain::Execution& e,
                const chain::Failure& failure) override;

protected:
    /// The name under which tracebacks show the source of an actor.
    virtual std::string file_of(const Address& actor) const;
    /// The traceback of the last Python execution, with the lines of its source.
    const std::string& traceback() const { return traceback_; }

private:
    std::vector<FailureReport> found_;
    const chain::Execution* traced_ = nullptr;  ///< the execution that `traceback_` belongs to
    std::string traceback_;
};

}  // namespace lariat::actor_tools
