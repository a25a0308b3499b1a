// Descends by the bits of a height; a change marks the nodes above it, root() hashes what is marked, two
// siblings side by side.
#include "timers/calendar/overflow_tree.hpp"

#include <algorithm>
#include <bit>

#include "base/hash.hpp"
#include "base/sha256_batch.hpp"
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

/// What is hashed of a leaf, and of an inner node before its two hashes.
template <std::size_t BEFORE>
class TaggedHeight {
public:
    TaggedHeight(std::array<u8, BEFORE> before, u64 height)
    {
        std::copy(before.begin(), before.end(), bytes_.begin());
        for (std::size_t i = 0; i < 8; ++i) bytes_[BEFORE + i] = static_cast<u8>(height >> (56 - 8 * i));
    }
    BytesView view() const { return bytes_; }

private:
    std::array<u8, BEFORE + 8> bytes_;
};
struct LeafBytes : TaggedHeight<1> {
    explicit LeafBytes(u64 height) : TaggedHeight({LEAF_TAG}, height) {}
};
struct InnerBytes : TaggedHeight<2> {
    InnerBytes(u8 bit, u64 prefix) : TaggedHeight({INNER_TAG, bit}, prefix) {}
};

}  // namespace

Hash32 OverflowTree::leaf_hash(u64 height)
{
    return sha256(LeafBytes(height).view());
}

Hash32 OverflowTree::inner_hash(u8 bit, u64 prefix, const Hash32& left, const Hash32& right)
{
    return sha256({InnerBytes(bit, prefix).view(), view(left), view(right)});
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

void OverflowTree::build(std::span<const u64> heights)
{
    LARIAT_ASSERT(size_ == 0);
    leaves_.assign(heights.begin(), heights.end());
    LARIAT_ASSERT(leaves_.size() <= NONE / 2);
    free_leaves_.clear();
    free_inners_.clear();
    inners_.clear();
    inners_.reserve(heights.empty() ? 0 : heights.size() - 1);
    size_ = heights.size();
    root_ = NONE;
    // A height hangs below the last node on the right edge whose bit is above the one that parts it from the
    // height before it; what hung there is to its left.
    std::array<Ref, 64> edge{};
    std::size_t depth = 0;
    if (!heights.empty()) root_ = 1;  // the first leaf
    for (u32 n = 1; n < heights.size(); ++n) {
        const u64 before = heights[n - 1];
        LARIAT_ASSERT(before < heights[n]);
        const u8 bit = static_cast<u8>(std::bit_width(before ^ heights[n]) - 1);
        while (depth > 0 && inner(edge[depth - 1]).bit < bit) --depth;
        Ref& link = depth == 0 ? root_ : inner(edge[depth - 1]).child[1];
        const Ref left = link, parting = (n - 1) << 1;
        link = parting;
        inners_.push_back(
            {.prefix = prefix_of(before, bit), .child = {left, n << 1 | 1}, .bit = bit, .hash = {}});
        edge[depth++] = parting;
    }
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
    if (root_ == NONE) return {};
    if (is_leaf(root_)) {
        ++nodes_hashed_;
        return leaf_hash(height_of(root_));
    }
    Inner& node = inner(root_);
    if (node.dirty) {
        Sha256Batch batch;
        const auto below = hashes_below(node, batch);
        node.hash = inner_hash(node.bit, node.prefix, below[0], below[1]);
        node.dirty = false;
        ++nodes_hashed_;
    }
    return node.hash;
}

std::array<Hash32, 2> OverflowTree::hashes_below(const Inner& node, Sha256Batch& batch)  // at most 64 deep
{
    std::array<Hash32, 2> hashes;
    std::array<std::array<Hash32, 2>, 2> below;
    const auto dirty = [&](Ref child) { return !is_leaf(child) && inner(child).dirty; };
    for (const int side : {0, 1})
        if (dirty(node.child[side])) below[side] = hashes_below(inner(node.child[side]), batch);
    for (const int side : {0, 1}) {
        const Ref child = node.child[side];
        if (is_leaf(child)) {
            batch.add(hashes[side], {LeafBytes(height_of(child)).view()});
        } else if (dirty(child)) {
            const Inner& of = inner(child);
            batch.add(hashes[side], {InnerBytes(of.bit, of.prefix).view(), lariat::view(below[side][0]),
                                     lariat::view(below[side][1])});
        } else {
            hashes[side] = inner(child).hash;
            continue;
        }
        ++nodes_hashed_;
    }
    batch.finish();
    for (const int side : {0, 1}) {
        if (!dirty(node.child[side])) continue;
        inner(node.child[side]).hash = hashes[side];
        inner(node.child[side]).dirty = false;
    }
    return hashes;
}

}  // namespace lariat::timers
