// Merkle paths from a leaf to the root of each tree, from which proofs are made.
#pragma once

#include <vector>

#include "state/proof/digest.hpp"

namespace lariat::state {

/// Path from an operation to the root of the tree of operations. Siblings from the leaf up, only those that
/// exist; `op` and the head determine which do.
struct OpPath {
    u64 op = 0;
    ChunkBits bits;
    std::vector<Hash32> siblings;
    bool operator==(const OpPath&) const = default;
};

/// Path from the chunks `begin` to `end` to the root. Siblings from the chunks up, at each level left before
/// right, only those that exist.
struct ChunkRangePath {
    u64 begin = 0;
    u64 end = 0;
    std::vector<ChunkBits> bits;
    std::vector<Hash32> siblings;
    bool operator==(const ChunkRangePath&) const = default;
};

/// Path from the bucket of a key to the root of the tree of keys; siblings from the bucket up.
struct KeyPath {
    std::vector<u64> bucket;
    std::vector<Hash32> siblings;
    bool operator==(const KeyPath&) const = default;
};

}  // namespace lariat::state
