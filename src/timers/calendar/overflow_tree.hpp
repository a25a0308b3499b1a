// Tier 3 of the calendar: the heights beyond the queue of epochs, in a Merkleized search tree ordered by
// height (CAL-3). A binary radix tree over the 64 bits of a height that leaves out bits at which it does not
// branch: its shape, and so its root, follow from the heights in it alone, and it is never deeper than 64
// whatever heights somebody picks. docs/state-layout.md says what its root proves.
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

/// Each height in it has a number, small and given again once the height is gone, under which somebody else
/// may keep what belongs to it: the root speaks of heights alone.
class OverflowTree {
public:
    u64 size() const noexcept { return size_; }
    std::optional<u32> find(u64 height) const noexcept;
    u32 find_or_add(u64 height);
    /// Of an empty one, in one pass: these heights, ascending, which get the numbers from 0 on.
    void build(std::span<const u64> heights);
    void erase(u64 height);  ///< one that is there
    std::optional<u64> first_from(u64 height) const noexcept;
    /// What is there from `height` on, lowest first, until `visit(height, number)` gives false.
    template <class Visit>
    void scan(u64 height, const Visit& visit) const
    {
        if (root_ != NONE) scan_below(root_, height, visit);
    }

    /// 32 zero bytes when it is empty. Hashes again what has changed since the last call, nothing else.
    Hash32 root();
    u64 nodes_hashed() const noexcept { return nodes_hashed_; }  ///< since it was made: what root() cost

    static Hash32 leaf_hash(u64 height);
    static Hash32 inner_hash(u8 bit, u64 prefix, const Hash32& left, const Hash32& right);

private:
    /// A node's number; leaves are odd, inner nodes even.
    using Ref = u32;
    static constexpr Ref NONE = ~u32{0};
    struct Inner {
        u64 prefix = 0;  ///< the bits above `bit` that all heights below share, the others 0
        Ref child[2] = {NONE, NONE};
        u8 bit = 0;  ///< the one that parts the left from the right
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
    /// Of both children, what is dirty below them hashed first.
    std::array<Hash32, 2> hashes_below(const Inner& node, Sha256Batch& batch);

    std::vector<u64> leaves_;  ///< their heights
    std::vector<Inner> inners_;
    std::vector<u32> free_leaves_, free_inners_;
    Ref root_ = NONE;
    u64 size_ = 0;
    u64 nodes_hashed_ = 0;
};

}  // namespace lariat::timers
