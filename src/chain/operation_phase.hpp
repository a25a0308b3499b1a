// Runs the due operations of a block before its transactions (SCH-2).
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Runs operations in their order while they fit `sch_cycles_per_block`; the first of a block always does.
void run_operations(BlockContext& block);

}  // namespace lariat::chain
