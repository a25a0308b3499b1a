// Looking on while Python runs: for an author's tools, which want tracebacks, profiles and what was returned.
// A node sets none, and no result depends on there being one.
#pragma once

#include "pvm/pvm.hpp"

namespace lariat::chain {

struct BlockContext;
struct Execution;

class ExecutionObserver {
public:
    virtual ~ExecutionObserver() = default;
    /// Its code is there and paid for. May ask for a traceback, and have the call watched.
    virtual void entering(const BlockContext& block, const Execution& execution, pvm::Call& call) = 0;
    /// All that it did stands in the block; whether it stays, the block's result says.
    virtual void left(const BlockContext& block, const Execution& execution, const pvm::Call& call,
                      const pvm::Outcome& outcome) = 0;
};

}  // namespace lariat::chain
