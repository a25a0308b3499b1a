// The runs of a scenario file: which there are, where each is written, and running those that are missing
// (SIM-10).
#pragma once

#include <filesystem>

#include "sim/run.hpp"

namespace lariat::sim {

/// Part of every file's name and header. Raised when the same scenario would give other results.
inline constexpr u64 ENGINE_VERSION = 1;

struct PlannedRun {
    const Arm* arm = nullptr;
    const Scenario* scenario = nullptr;
    u64 seed = 0;
    std::string header = {};     ///< the first line of its file
    std::string file_name = {};  ///< its hash, with .jsonl
};
/// By arm, then by seed: the file's own seeds, or these. `blocks`: at most so many in each run; it is part of
/// the hash.
std::vector<PlannedRun> plan(const ScenarioFile& file, std::optional<std::pair<u64, u64>> seeds, u64 blocks);

struct CampaignOptions {
    std::filesystem::path out = {};
    u64 jobs = 1;
    u64 blocks = U64_MAX;
    std::function<bool()> stop = {};
    std::function<void(u64 done, u64 skipped, u64 all)> progress = {};  ///< after each run
};
struct CampaignEnd {
    u64 done = 0, skipped = 0;
    bool stopped = false;
    std::optional<ScenarioError> error = {};
};
/// Skips the runs whose files are there. A file appears when its run is complete, never before.
CampaignEnd run_campaign(const std::vector<PlannedRun>& runs, const CampaignOptions& options);

}  // namespace lariat::sim
