// Answers the queries of a trace from the state after the last block.
#pragma once

#include "chain/chain.hpp"
#include "chain/json_input.hpp"
#include "trace/output.hpp"

namespace lariat::trace {

/// Returns {"query": …, "result": …}, or the reason why the query is refused. `last` has the results of the
/// last block; null when they are not at hand: then no receipt and no fire is proved.
Result<OrderedJson, chain::InputError> answer(const std::string& query, const chain::Chain& chain,
                                              const scripted::Scaffold& labels,
                                              const chain::BlockResult* last);

}  // namespace lariat::trace
