// Runs the body of each kind of transaction after its pre-charge.
#pragma once

#include "chain/execution.hpp"

namespace lariat::chain {

/// Runs the body under `execution` (limits, price, payer and origin set, meter begun).
lane::FireOutcome run_body(BlockContext& block, const Transaction& tx, Execution& execution);

}  // namespace lariat::chain
