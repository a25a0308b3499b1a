// Dev changes as JSON: of a block of a trace, of the API's BLOCK, of result lines (docs/trace.md).
//
//     {"set": {"fund": {a: more}, "balances": {a: amount}, "code": {a: python}, "storage": [[a, key,
//     value|null]],
//              "config": {field: value}}}   {"fire": id}   {"pause": true|false}
#pragma once

#include <nlohmann/json.hpp>

#include "chain/dev_changes.hpp"

namespace lariat::trace {

/// Throw chain::BadInput.
chain::DevSet read_dev_set(const nlohmann::json& json);
std::vector<chain::DevChange> read_dev_changes(const nlohmann::json& json);

nlohmann::ordered_json to_json(const chain::DevChange& change);

}  // namespace lariat::trace
