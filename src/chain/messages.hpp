// Section 10 of the procedure: the messages of a block, after its timers.
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// First in, first out, messages sent meanwhile included. Each runs within what its sender set aside,
/// so the sum of all limits never grows (FEE-10).
void run_messages(BlockContext& block);

}  // namespace lariat::chain
