// Writes result lines: one JSON object for each block, with its keys in the order of docs/results.md.
#pragma once

#include <nlohmann/json.hpp>

#include "chain/block.hpp"
#include "scripted/scaffold.hpp"
#include "timers/operations/record.hpp"

namespace lariat::trace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const chain::BlockResult& result, const scripted::Scaffold& labels);
OrderedJson to_json(const chain::Receipt& receipt);
OrderedJson to_json(const lane::Fired& fire, const scripted::Scaffold& labels);
OrderedJson to_json(const timers::TimerConfig& config);
OrderedJson patch_json(const timers::ConfigPatch& patch);
OrderedJson to_json(const timers::Timer& timer, const scripted::Scaffold& labels);
OrderedJson to_json(const timers::Operation& operation, const scripted::Scaffold& labels);

/// A JSON number if the value is at most 2^53, otherwise a decimal string.
OrderedJson number(u64 value);

}  // namespace lariat::trace
