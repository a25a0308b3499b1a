// The ways from a leaf to the root of each tree: what the trees give and proofs are made of.
#pragma once

#include <vector>

#include "state/proof/digest.hpp"

namespace lariat::state {

/// From an operation to the root of the tree of operations. Siblings from the leaf up, only those that
/// exist: which do follows from `op` and the head.
struct OpPath {
    u64 op = 0;
    ChunkBits bits;
    std::vector<Hash32> siblings;
    bool operator==(const OpPath&) const = default;
};

/// From whole chunks, `begin` to `end`, to the root. Siblings from the chunks up, at each level the left
/// one before the right one, only those that exist.
struct ChunkRangePath {
    u64 begin = 0;
    u64 end = 0;
    std::vector<ChunkBits> bits;
    std::vector<Hash32> siblings;
    bool operator==(const ChunkRangePath&) const = default;
};

/// From the bucket in which a key would be to the root of the tree of keys; siblings from the bucket up.
struct KeyPath {
    std::vector<u64> bucket;
    std::vector<Hash32> siblings;
    bool operator==(const KeyPath&) const = default;
};

}  // namespace lariat::state
