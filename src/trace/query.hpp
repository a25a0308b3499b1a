// Answers the queries of a trace from the state after the last block.
#pragma once

#include "chain/chain.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

/// Returns {"query": …, "result": …}, or the reason why the query is refused.
Result<OrderedJson, chain::InputError> answer(const std::string& query, const chain::Chain& chain,
                                              const chain::Scaffold& labels);

}  // namespace lariat::trace
