// The Merkle tree of operations: one leaf and one activity bit for each operation of the log. docs/proofs.md
// is the normative text.
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
// Memory holds the digests of groups of 16 leaves and of whole chunks (about 2.6 bytes for each operation). A
// proof hashes the 16 leaves of its group again from the log.
#pragma once

#include <functional>
#include <optional>

#include "state/proof/path.hpp"
#include "state/tree/paged_array.hpp"

namespace lariat::state {

class OpTree {
public:
    /// Computes the leaf digest of operation `op`, at or above base(), from the log.
    using LeafSource = std::function<Hash32(u64 op)>;

    /// Number of operations ever appended minus those truncated.
    u64 size() const noexcept { return size_; }
    /// Number of groups from base() on, the open one included.
    u64 groups() const noexcept { return (size_ - base_ + GROUP_OPS - 1) / GROUP_OPS; }
    u64 floor() const noexcept { return floor_; }
    /// First operation that is kept: a multiple of 256, at most the floor.
    u64 base() const noexcept { return base_; }

    /// An empty tree whose first operation will be `base`, a multiple of 256.
    explicit OpTree(u64 base = 0);

    /// Operations from number size() on, not active.
    void append(std::span<const Hash32> leaves);
    void append(const Hash32& leaf) { append({&leaf, 1}); }
    /// `op` lies between base() and size().
    bool active(u64 op) const noexcept { return (bits_[op / 64] >> (op % 64) & 1) != 0; }
    void set_active(u64 op, bool active);
    /// Prefetches the activity bit for a change.
    void prefetch_active(u64 op) const noexcept { __builtin_prefetch(&bits_[op / 64], 1); }
    /// Moves the floor up or, for a rollback, down. No operation below the floor may be active at root().
    void set_floor(u64 floor);
    /// Undoes the last appends, at most down to the floor. Reads the leaves of the group that is cut open.
    void truncate(u64 size, const LeafSource& leaves);
    /// Raises base() to the largest multiple of 256 not above `op`, which is at most the floor.
    void forget_below(u64 op);

    /// Brings the changed paths up to date: work follows the changes since the last call.
    const Hash32& root();

    /// The path of an operation for the root() last computed; nothing may have changed since. `op` is at or
    /// above the floor. Reads the leaves of its group, unless that is the open one.
    OpPath path(u64 op, const LeafSource& leaves) const;
    /// The path of one or more chunks within the window.
    ChunkRangePath range(u64 begin_chunk, u64 end_chunk) const;
    ChunkBits chunk_bits(u64 chunk) const noexcept;

    u64 memory() const noexcept;

    /// Writes the tree for a checkpoint, about 2.2 bytes for each operation. The format is in
    /// op_tree_checkpoint.cpp.
    void save(const std::function<void(BytesView)>& sink) const;
    /// Reads a saved tree; none if the bytes are malformed. Digests are not checked, and a wrong one may not
    /// show in the root, so the caller's file needs a checksum.
    static std::optional<OpTree> load(BytesView saved);

private:
    using Digests = PagedArray<Hash32, 128>;
    using Words = PagedArray<u64, 512>;

    ChunkWindow window() const noexcept { return ChunkWindow::of(size_, floor_); }
    bool dirty(u64 chunk) const noexcept { return (dirty_[chunk / 64] >> (chunk % 64) & 1) != 0; }
    void mark(u64 chunk) noexcept;
    void begin_chunk();
    void append_one(const Hash32& leaf);
    /// Appends a whole group by its node. size() must be a multiple of 16.
    void append_group(const Hash32& node);
    /// Merges a node over 2^`level` leaves, which ends at size(), with the peaks before it.
    void carry(Hash32 node, int level);
    /// The node over the leaves of the open block of 2^`levels` leaves, which must not be empty.
    Hash32 open_block(int levels) const noexcept;
    /// Returns the dirty chunks of the window, ascending, and clears their marks.
    std::vector<u64> take_dirty(ChunkWindow window);
    void rehash_chunks(std::span<const u64> chunks);
    void rehash_level(int level, ChunkWindow window, std::vector<u64>& nodes);

    u64 base_, floor_, size_;
    Words bits_;        ///< of 64 operations each, four to a chunk
    Digests groups_;    ///< nodes of whole groups of 16 leaves
    Digests op_roots_;  ///< node over the leaves of each chunk; of the open one as of the last root()
    Words dirty_;       ///< a bit for each chunk whose digest is out of date
    /// [0] are the chunks, [i] the nodes over 2^i of them, from the one that covers base() on. Nodes left of
    /// the floor may be out of date; their chunks are marked when the floor comes back down.
    std::vector<Digests> levels_;
    /// Of the open chunk: [i] is the node over 2^i leaves for each bit i of size() mod 256.
    std::array<Hash32, 8> peaks_;
    std::array<Hash32, GROUP_OPS> open_leaves_;  ///< size() mod 16 of them
    Hash32 root_;
    bool current_ = true;  ///< root_ and all digests below it are up to date
};

}  // namespace lariat::state
