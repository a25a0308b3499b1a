// Queries of a trace: what is asked of the state as the last block left it.
#pragma once

#include "chain/chain.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

/// {"query": …, "result": …}, or why it cannot be answered.
Result<OrderedJson, chain::InputError> answer(const std::string& query, const chain::Chain& chain,
                                              const chain::Scaffold& labels);

}  // namespace lariat::trace
