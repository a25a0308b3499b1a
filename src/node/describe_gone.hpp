// Describes the timers and operations that a block removed, from their records in the state before it.
#pragma once

#include "node/archive.hpp"
#include "node/live_index.hpp"

namespace lariat::node {

/// A record that a block removed.
struct RemovedRecord {
    Bytes key;
    std::optional<timers::TimerId> timer;  ///< absent: of an operation
};

/// Those of a block, in the order of its writes. `index` is as before the block.
std::vector<RemovedRecord> removed_records(const ArchivedBlock& block, const LiveIndex& index);

/// Fills in what the timers and operations of `gone` were, and whose the exits are. The archive has the block
/// before.
void describe_gone(ArchivedBlock& block, const std::vector<RemovedRecord>& removed, const Archive& archive);

}  // namespace lariat::node
