// The authenticated side of the log: one leaf for each operation, one activity bit for each, a binary
// Merkle tree over both. docs/proofs.md is its normative text.
//
//   leaf       H(0x00 ‖ op number u64 ‖ kind u8 ‖ key length u32 ‖ key ‖ value)
//   node       H(0x01 ‖ left ‖ right); where there is no right or no left child, the other one itself
//   chunk      H(0x02 ‖ chunk number u64 ‖ bits, 32 bytes ‖ node over its 256 leaves)
//   root       a node over the chunks from the floor's to the last; 32 zero bytes when there are none
//
// All integers big-endian. Blocks are aligned on absolute numbers: the node of level i and number b
// covers leaves (or chunks) b * 2^i to (b + 1) * 2^i - 1. The leaf names its number and the chunk its
// own, so a path needs no further binding to a place. Bit j of a chunk is bit (j mod 8), the lowest
// first, of byte (j div 8).
//
// In memory are the digests of groups of 16 leaves and of whole chunks (about 3 bytes an operation);
// the 16 leaves of a group are hashed again from the log when a proof asks for them.
#pragma once

#include <deque>
#include <functional>

#include "base/types.hpp"

namespace lariat::state {

inline constexpr u64 GROUP_OPS = 16;
inline constexpr u64 CHUNK_OPS = 256;

class OpTree {
public:
    /// Reads leaves again: the digest of operation `op`, which is at or above base().
    using LeafSource = std::function<Hash32(u64 op)>;

    /// Number of operations ever appended less those truncated.
    u64 size() const noexcept;
    u64 floor() const noexcept;
    /// Operations below are forgotten; a multiple of 256, at most the floor.
    u64 base() const noexcept;

    /// An empty tree whose first operation will be `base`, a multiple of 256.
    explicit OpTree(u64 base = 0);

    /// Operation number size(), not active.
    void append(const Hash32& leaf);
    /// `op` lies between base() and size().
    bool active(u64 op) const noexcept;
    void set_active(u64 op, bool active);
    /// Up or, when blocks are undone, down. Nothing below the floor is active.
    void set_floor(u64 floor);
    /// Undoes the last appends; asks for the leaves of the group that is cut open.
    void truncate(u64 size, const LeafSource& leaves);
    /// Raises base() to the largest multiple of 256 not above `op`.
    void forget_below(u64 op);

    /// Brings the changed paths up to date: work follows the changes since the last call.
    const Hash32& root();

    u64 memory() const noexcept;
};

}  // namespace lariat::state
