// Interface for tools that look on while a block runs: tracebacks, profiles, returned values, printed text.
// A node sets no observer, and no result depends on one.
#pragma once

#include "pvm/pvm.hpp"

namespace lariat::chain {

struct BlockContext;
struct Execution;

/// An execution that failed, or a transaction that failed before one began. The views hold during the call.
struct Failure {
    std::string_view handler;    ///< empty: a transaction that runs none
    std::string_view status;     ///< of an execution; of an agent's answer the reason that GbaFailed has
    std::string_view error;      ///< what the result says: with `revert` the error's name
    std::string_view message;    ///< in words
    std::string_view traceback;  ///< of Python code
};

class ExecutionObserver {
public:
    virtual ~ExecutionObserver() = default;
    /// Called before Python code runs: the code is loaded and paid for. May ask for a traceback and set a
    /// watch.
    virtual void entering(const BlockContext& block, const Execution& execution, pvm::Call& call) = 0;
    /// Called after it ran, while all of its effects stand in the block; the block's result says whether they
    /// stay.
    virtual void left(const BlockContext& block, const Execution& execution, const pvm::Call& call,
                      const pvm::Outcome& outcome) = 0;
    /// Called with the text of each print(), also of executions that fail later.
    virtual void printed(const BlockContext&, const Execution&, std::string_view /*text*/) {}
    /// Called for each failure of a transaction, fire, message, operation or agent, once its effects are
    /// undone.
    virtual void failed(const BlockContext&, const Execution&, const Failure&) {}
};

}  // namespace lariat::chain
