// Runs the body of each kind of transaction after its pre-charge.
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Runs the body under `execution` (begun, its origin set).
lane::FireOutcome run_body(BlockContext& block, const Transaction& tx, Execution& execution);

}  // namespace lariat::chain
