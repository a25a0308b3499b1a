// Tier 3 of the calendar (CAL-3): a Merkleized search tree of the heights beyond the queue of epochs. It is a
// binary radix tree over the 64 bits of a height without unary nodes: its shape and root depend only on the
// heights in it, and its depth is at most 64. docs/state-layout.md describes what its root proves.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "lariat/types.hpp"

namespace lariat {
class Sha256Batch;
}

namespace lariat::timers {

/// Each height has a small number, reused after its removal, under which the caller can keep data. The root
/// covers the heights alone.
class OverflowTree {
public:
    u64 size() const noexcept { return size_; }
    std::optional<u32> find(u64 height) const noexcept;
    u32 find_or_add(u64 height);
    /// Fills an empty tree with ascending heights, which get the numbers from 0 on.
    void build(std::span<const u64> heights);
    void erase(u64 height);  ///< the height must be present
    std::optional<u64> first_from(u64 height) const noexcept;
    /// Visits the heights from `height` on, lowest first, until `visit(height, number)` returns false.
    template <class Visit>
    void scan(u64 height, const Visit& visit) const
    {
        if (root_ != NONE) scan_below(root_, height, visit);
    }

    /// The root; 32 zero bytes if the tree is empty. Rehashes only the changes since the last call.
    Hash32 root();
    u64 nodes_hashed() const noexcept { return nodes_hashed_; }  ///< total work of root() so far

    static Hash32 leaf_hash(u64 height);
    static Hash32 inner_hash(u8 bit, u64 prefix, const Hash32& left, const Hash32& right);

private:
    /// A node's number; leaves are odd, inner nodes even.
    using Ref = u32;
    static constexpr Ref NONE = ~u32{0};
    struct Inner {
        u64 prefix = 0;  ///< the bits above `bit` that all heights below share, the others 0
        Ref child[2] = {NONE, NONE};
        u8 bit = 0;  ///< the bit that separates left from right
        bool dirty = true;
        Hash32 hash;
    };

    static bool is_leaf(Ref r) noexcept { return (r & 1) != 0; }
    Inner& inner(Ref r) noexcept { return inners_[r >> 1]; }
    const Inner& inner(Ref r) const noexcept { return inners_[r >> 1]; }
    u64 height_of(Ref r) const noexcept { return leaves_[r >> 1]; }
    u64 lowest_below(Ref r) const noexcept;
    template <class Visit>
    bool scan_below(Ref r, u64 from, const Visit& visit) const  // at most 64 deep
    {
        if (is_leaf(r)) return height_of(r) < from || visit(height_of(r), r >> 1);
        const Inner& node = inner(r);
        const u64 highest = node.prefix | (~u64{0} >> (63 - node.bit));
        return highest < from ||
               (scan_below(node.child[0], from, visit) && scan_below(node.child[1], from, visit));
    }
    Ref nearest_leaf(u64 height) const noexcept;
    Ref new_leaf(u64 height);
    Ref new_inner();
    /// The digest over both children, after hashing the dirty nodes below them.
    std::array<Hash32, 2> hashes_below(const Inner& node, Sha256Batch& batch);

    std::vector<u64> leaves_;  ///< heights of the leaves
    std::vector<Inner> inners_;
    std::vector<u32> free_leaves_, free_inners_;
    Ref root_ = NONE;
    u64 size_ = 0;
    u64 nodes_hashed_ = 0;
};

}  // namespace lariat::timers
