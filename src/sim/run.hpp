// One run: a scenario from one seed, block by block on a chain of its own, in memory.
#pragma once

#include <functional>

#include "sim/scenario.hpp"

namespace lariat::sim {

struct RunOptions {
    std::function<void(const std::string& line)> trace = {};  ///< called with each line of the run's trace
    bool roots = false;               ///< after each block of the trace, an assert of its root
    std::function<bool()> stop = {};  ///< asked before each block; true ends the run
    std::function<void(u64 height)> after_block = {};
    u64 blocks = U64_MAX;  ///< at most so many
};
/// What a run leaves: the lines after the header of its file.
struct RunResult {
    bool stopped = false;
    std::string rows = {};    ///< JSON lines
    std::string totals = {};  ///< one JSON line
};
/// Fails if the chain refuses the scenario's genesis or a block.
Result<RunResult, ScenarioError> run_scenario(const Scenario& scenario, u64 seed, const RunOptions& options);

}  // namespace lariat::sim
