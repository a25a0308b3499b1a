// Reads transactions and code from JSON. Throws chain::BadInput, which parse_line turns into an error value.
#pragma once

#include "chain/block.hpp"
#include "chain/json_input.hpp"

namespace lariat::trace {

chain::Transaction read_transaction(const chain::Json& json);
timers::ConfigPatch read_patch(const chain::Json& json, const std::string& what);
/// Checks scripted handlers. Returns as source their compact JSON with sorted keys.
std::pair<chain::CodeKind, std::string> read_scripted(const chain::Json& handlers);
std::pair<chain::CodeKind, std::string> read_python(const chain::Json& source);

}  // namespace lariat::trace
