// Runs the messages of a block after its timers (BLK-5).
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Runs the queue first in, first out, messages sent meanwhile included. Each message runs within the gas and
/// cells that its sender set aside, so the sum of all limits never grows (FEE-10).
void run_messages(BlockContext& block);

}  // namespace lariat::chain
