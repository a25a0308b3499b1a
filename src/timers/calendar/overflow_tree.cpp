// Descends by the bits of a height; a change marks the nodes above it, root() hashes what is marked.
#include "timers/calendar/overflow_tree.hpp"

#include <bit>

#include "base/codec.hpp"
#include "base/hash.hpp"
#include "lariat/assert.hpp"

namespace lariat::timers {

namespace {

constexpr u8 LEAF_TAG = 0, INNER_TAG = 1;

bool goes_right(u64 height, u8 bit) noexcept
{
    return (height >> bit & 1) != 0;
}
/// The bits of `height` above `bit`.
u64 prefix_of(u64 height, u8 bit) noexcept
{
    return bit == 63 ? 0 : height >> (bit + 1) << (bit + 1);
}

}  // namespace

Hash32 OverflowTree::leaf_hash(u64 height)
{
    return sha256(Writer().put_u8(LEAF_TAG).put_u64(height).bytes());
}

Hash32 OverflowTree::inner_hash(u8 bit, u64 prefix, const Hash32& left, const Hash32& right)
{
    return sha256(Writer()
                      .put_u8(INNER_TAG)
                      .put_u8(bit)
                      .put_u64(prefix)
                      .put_raw(view(left))
                      .put_raw(view(right))
                      .bytes());
}

OverflowTree::Ref OverflowTree::nearest_leaf(u64 height) const noexcept
{
    Ref at = root_;
    while (at != NONE && !is_leaf(at)) at = inner(at).child[goes_right(height, inner(at).bit)];
    return at;
}

std::optional<u32> OverflowTree::find(u64 height) const noexcept
{
    const Ref at = nearest_leaf(height);
    if (at == NONE || height_of(at) != height) return std::nullopt;
    return at >> 1;
}

u32 OverflowTree::find_or_add(u64 height)
{
    const Ref nearest = nearest_leaf(height);
    if (nearest != NONE && height_of(nearest) == height) return nearest >> 1;
    const Ref added = new_leaf(height);
    ++size_;
    if (nearest == NONE) {
        root_ = added;
        return added >> 1;
    }
    const u8 bit = static_cast<u8>(std::bit_width(height_of(nearest) ^ height) - 1);
    const Ref parting = new_inner();
    Ref* link = &root_;
    while (!is_leaf(*link) && inner(*link).bit > bit) {
        inner(*link).dirty = true;
        link = &inner(*link).child[goes_right(height, inner(*link).bit)];
    }
    Inner& node = inner(parting);
    node.bit = bit;
    node.prefix = prefix_of(height, bit);
    node.dirty = true;
    node.child[goes_right(height, bit)] = added;
    node.child[!goes_right(height, bit)] = *link;
    *link = parting;
    return added >> 1;
}

void OverflowTree::erase(u64 height)
{
    Ref* above = nullptr;
    Ref* link = &root_;
    while (*link != NONE && !is_leaf(*link)) {
        inner(*link).dirty = true;
        above = link;
        link = &inner(*link).child[goes_right(height, inner(*link).bit)];
    }
    LARIAT_ASSERT(*link != NONE && height_of(*link) == height);
    free_leaves_.push_back(*link >> 1);
    --size_;
    if (above == nullptr) {
        *link = NONE;
        return;
    }
    const Ref gone = *above;
    const Inner& node = inner(gone);
    *above = node.child[link == &node.child[0]];
    free_inners_.push_back(gone >> 1);
}

u64 OverflowTree::lowest_below(Ref r) const noexcept
{
    while (!is_leaf(r)) r = inner(r).child[0];
    return height_of(r);
}

std::optional<u64> OverflowTree::first_from(u64 height) const noexcept
{
    // Where the way of `height` goes left, what stands to the right of it is above it.
    Ref above = NONE;
    Ref at = root_;
    while (at != NONE && !is_leaf(at)) {
        const Inner& node = inner(at);
        const u64 prefix = prefix_of(height, node.bit);
        if (prefix < node.prefix) return lowest_below(at);
        if (prefix > node.prefix) break;
        const bool right = goes_right(height, node.bit);
        if (!right) above = node.child[1];
        at = node.child[right];
    }
    if (at != NONE && is_leaf(at) && height_of(at) >= height) return height_of(at);
    return above == NONE ? std::nullopt : std::optional{lowest_below(above)};
}

OverflowTree::Ref OverflowTree::new_leaf(u64 height)
{
    u32 n = static_cast<u32>(leaves_.size());
    if (free_leaves_.empty()) {
        LARIAT_ASSERT(n < NONE / 2);
        leaves_.emplace_back();
    } else {
        n = free_leaves_.back();
        free_leaves_.pop_back();
    }
    leaves_[n] = height;
    return n << 1 | 1;
}

OverflowTree::Ref OverflowTree::new_inner()
{
    u32 n = static_cast<u32>(inners_.size());
    if (free_inners_.empty()) {
        inners_.emplace_back();
    } else {
        n = free_inners_.back();
        free_inners_.pop_back();
        inners_[n] = {};
    }
    return n << 1;
}

Hash32 OverflowTree::root()
{
    return root_ == NONE ? Hash32{} : hash_of(root_);
}

Hash32 OverflowTree::hash_of(Ref r)  // at most 64 deep
{
    if (is_leaf(r)) {
        ++nodes_hashed_;
        return leaf_hash(height_of(r));
    }
    Inner& node = inner(r);
    if (node.dirty) {
        const Hash32 left = hash_of(node.child[0]), right = hash_of(node.child[1]);
        node.hash = inner_hash(node.bit, node.prefix, left, right);
        node.dirty = false;
        ++nodes_hashed_;
    }
    return node.hash;
}

}  // namespace lariat::timers
