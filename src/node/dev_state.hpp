// What a dev chain keeps beside its blocks: changes and times that wait for the next block, snapshots, and
// what was begun and must be finished after a crash. The file `dev` of a node's directory has it as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "chain/dev_changes.hpp"
#include "node/clock.hpp"

namespace lariat::node {

/// How blocks come. The verb `mining` changes it; a restart goes back to the settings.
struct Mining {
    Mine mode = Mine::interval;
    u64 block_time_ms = 1'000;
    EmptyBlocks empty_blocks = EmptyBlocks::always;
    bool operator==(const Mining&) const = default;
};

struct DevSnapshot {
    u64 number = 0;  ///< never given twice
    u64 height = 0;
    ClockState clock;
    Mining mining;

    std::string id() const { return "s" + std::to_string(number); }
};

struct DevState {
    /// Changes and the clock's `once` and `next` wait for this block: when it is there, they have been used.
    u64 waiting_for = 0;
    std::vector<chain::DevChange> waiting;
    ClockState clock;
    std::vector<DevSnapshot> snapshots;  ///< ascending by number
    u64 next_snapshot = 1;
    std::optional<u64> reverting_to;  ///< the blocks above this height are being undone
    bool resetting = false;           ///< state, log and archive are being removed
    bool loading = false;             ///< and made from the dump in `load.new`
};

/// More changes than this wait for no block: `busy`.
inline constexpr std::size_t DEV_CHANGES_MAX = 1'000;
inline constexpr std::size_t DEV_SNAPSHOTS_MAX = 10'000;
/// Blocks that the verb `revert` undoes at most.
inline constexpr u64 REVERT_DEPTH_MAX = 16'384;

std::string encode(const DevState& state);
Result<DevState, std::string> decode_dev_state(const std::string& text);

nlohmann::json clock_json(const ClockState& clock);
nlohmann::json mining_json(const Mining& mining);
std::optional<Mining> read_mining(const std::string& json);
/// The changes of a block as the log keeps them. Empty text: none.
Result<std::vector<chain::DevChange>, std::string> read_changes(const std::string& text);
std::string changes_text(const std::vector<chain::DevChange>& changes);

}  // namespace lariat::node
