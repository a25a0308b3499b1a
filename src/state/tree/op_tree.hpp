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
// In memory are the digests of groups of 16 leaves and of whole chunks (about 2.6 bytes an operation);
// the 16 leaves of a group are hashed again from the log when a proof asks for them.
#pragma once

#include <functional>
#include <optional>

#include "state/proof/path.hpp"
#include "state/tree/paged_array.hpp"

namespace lariat::state {

class OpTree {
public:
    /// Reads leaves again: the digest of operation `op`, which is at or above base().
    using LeafSource = std::function<Hash32(u64 op)>;

    /// Number of operations ever appended less those truncated.
    u64 size() const noexcept { return size_; }
    /// Groups from base() on, the open one among them.
    u64 groups() const noexcept { return (size_ - base_ + GROUP_OPS - 1) / GROUP_OPS; }
    u64 floor() const noexcept { return floor_; }
    /// Operations below are forgotten; a multiple of 256, at most the floor.
    u64 base() const noexcept { return base_; }

    /// An empty tree whose first operation will be `base`, a multiple of 256.
    explicit OpTree(u64 base = 0);

    /// Operations from number size() on, not active.
    void append(std::span<const Hash32> leaves);
    void append(const Hash32& leaf) { append({&leaf, 1}); }
    /// `op` lies between base() and size().
    bool active(u64 op) const noexcept { return (bits_[op / 64] >> (op % 64) & 1) != 0; }
    void set_active(u64 op, bool active);
    /// Asks for the bit ahead of its change.
    void prefetch_active(u64 op) const noexcept { __builtin_prefetch(&bits_[op / 64], 1); }
    /// Up or, when blocks are undone, down. Nothing below the floor is active when root() is asked for.
    void set_floor(u64 floor);
    /// Undoes the last appends, down to the floor at most; asks for the leaves of the group that is cut open.
    void truncate(u64 size, const LeafSource& leaves);
    /// Raises base() to the largest multiple of 256 not above `op`, which is at most the floor.
    void forget_below(u64 op);

    /// Brings the changed paths up to date: work follows the changes since the last call.
    const Hash32& root();

    /// The parts of proofs against the root() last computed; nothing may have changed since. `op` is at
    /// or above the floor; asks for the leaves of its group, unless that is the open one.
    OpPath path(u64 op, const LeafSource& leaves) const;
    /// Chunks of the window of the floor and the size, at least one.
    ChunkRangePath range(u64 begin_chunk, u64 end_chunk) const;
    ChunkBits chunk_bits(u64 chunk) const noexcept;

    u64 memory() const noexcept;

    /// All of it piece by piece, for a checkpoint: about 2.2 bytes an operation. The format stands in
    /// op_tree_checkpoint.cpp.
    void save(const std::function<void(BytesView)>& sink) const;
    /// What was saved, or none when these bytes are not that: any bytes may be given. Digests are taken as
    /// they are: a wrong one may not show in the root, so the whole needs a checksum of its own.
    static std::optional<OpTree> load(BytesView saved);

private:
    using Digests = PagedArray<Hash32, 128>;
    using Words = PagedArray<u64, 512>;

    ChunkWindow window() const noexcept { return ChunkWindow::of(size_, floor_); }
    bool dirty(u64 chunk) const noexcept { return (dirty_[chunk / 64] >> (chunk % 64) & 1) != 0; }
    void mark(u64 chunk) noexcept;
    void begin_chunk();
    void append_one(const Hash32& leaf);
    /// A group that begins at size(), which is a multiple of 16, by the node over it.
    void append_group(const Hash32& node);
    /// The node over 2^`level` leaves that ends with leaf number size().
    void carry(Hash32 node, int level);
    /// The node over the leaves so far of the open block of 2^`levels` leaves; that has some.
    Hash32 open_block(int levels) const noexcept;
    /// Empties the dirty marks of the window into a list, ascending.
    std::vector<u64> take_dirty(ChunkWindow window);
    void rehash_chunks(std::span<const u64> chunks);
    void rehash_level(int level, ChunkWindow window, std::vector<u64>& nodes);

    u64 base_, floor_, size_;
    Words bits_;        ///< of 64 operations each, four to a chunk
    Digests groups_;    ///< of 16 leaves each, the whole ones
    Digests op_roots_;  ///< over the leaves of a chunk; the open one's is as of the last root()
    Words dirty_;       ///< a bit for each chunk whose digest is out of date
    /// [0] are the chunks, [i] the nodes over 2^i of them, from the one that covers base() on. What lies
    /// left of the floor may be out of date: its chunks are marked when the floor comes back down.
    std::vector<Digests> levels_;
    /// Of the open chunk: [i] is the node over 2^i leaves for each bit i of size() mod 256.
    std::array<Hash32, 8> peaks_;
    std::array<Hash32, GROUP_OPS> open_leaves_;  ///< size() mod 16 of them
    Hash32 root_;
    bool current_ = true;  ///< root_ and what it stands on are up to date
};

}  // namespace lariat::state
