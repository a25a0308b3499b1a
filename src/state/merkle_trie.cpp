// The trie's walks and hashes; see merkle_trie.hpp.
#include "state/merkle_trie.hpp"

#include <bit>

#include "base/assert.hpp"
#include "base/hash.hpp"

namespace lariat::state {

namespace {

constexpr u8 LEAF_TAG = 0;
constexpr u8 INNER_TAG = 1;
constexpr u8 EMPTY_TAG = 2;

u32 bit_of(const Hash32& path, u32 index) noexcept
{
    return path.bytes[index / 8] >> (7 - index % 8) & 1U;
}

/// 256 when the paths are the same.
u32 first_difference(const Hash32& a, const Hash32& b) noexcept
{
    for (u32 i = 0; i < a.bytes.size(); ++i) {
        const u8 difference = a.bytes[i] ^ b.bytes[i];
        if (difference != 0) return 8 * i + static_cast<u32>(std::countl_zero(difference));
    }
    return 256;
}

Hash32 leaf_hash(const Hash32& path, BytesView value)
{
    const Hash32 value_hash = sha256(value);
    return sha256({BytesView{&LEAF_TAG, 1}, path.bytes, value_hash.bytes});
}

Hash32 inner_hash(u16 bit, const Hash32& left, const Hash32& right)
{
    const u8 head[3] = {INNER_TAG, static_cast<u8>(bit >> 8), static_cast<u8>(bit)};
    return sha256({head, left.bytes, right.bytes});
}

}  // namespace

Hash32 MerkleTrie::empty_root()
{
    return sha256(BytesView{&EMPTY_TAG, 1});
}

/// The leaf that shares the longest start of the path, among others perhaps; the trie is not empty.
MerkleTrie::Node MerkleTrie::nearest_leaf(const Hash32& path) const
{
    Node node = top_;
    while (!is_leaf(node)) {
        const Inner& inner = inners_[node];
        node = inner.child[bit_of(path, inner.bit)];
    }
    return node;
}

const Bytes* MerkleTrie::find(BytesView key) const
{
    if (top_ == NONE) return nullptr;
    const Leaf& nearest = leaf(nearest_leaf(sha256(key)));
    return equal(nearest.key, key) ? &nearest.value : nullptr;
}

void MerkleTrie::mark_way_to(const Hash32& path)
{
    for (Node node = top_; !is_leaf(node);) {
        Inner& inner = inners_[node];
        inner.dirty = true;
        node = inner.child[bit_of(path, inner.bit)];
    }
}

MerkleTrie::Node MerkleTrie::new_leaf(const Hash32& path, BytesView key, Bytes value)
{
    u32 index = 0;
    if (free_leaves_.empty()) {
        LARIAT_ASSERT(leaves_.size() < LEAF - 1);  // the last index with the leaf bit would read as NONE
        index = static_cast<u32>(leaves_.size());
        leaves_.emplace_back();
    } else {
        index = free_leaves_.back();
        free_leaves_.pop_back();
    }
    Leaf& made = leaves_[index];
    made.path = path;
    made.hash = leaf_hash(path, value);
    made.key = to_bytes(key);
    made.value = std::move(value);
    return index | LEAF;
}

MerkleTrie::Node MerkleTrie::new_inner()
{
    if (free_inners_.empty()) {
        inners_.emplace_back();
        return static_cast<Node>(inners_.size() - 1);  // always fewer than leaves
    }
    const Node index = free_inners_.back();
    free_inners_.pop_back();
    inners_[index] = Inner{};
    return index;
}

std::optional<Bytes> MerkleTrie::put(BytesView key, Bytes value)
{
    const Hash32 path = sha256(key);
    if (top_ == NONE) {
        top_ = new_leaf(path, key, std::move(value));
        return std::nullopt;
    }
    const Node nearest = nearest_leaf(path);
    const u32 difference = first_difference(leaf(nearest).path, path);
    if (difference == DEPTH_MAX) {
        Leaf& held = leaf(nearest);
        LARIAT_ASSERT(equal(held.key, key));  // else a collision of SHA-256
        if (held.value != value) {
            mark_way_to(path);
            held.hash = leaf_hash(path, value);
        }
        std::swap(held.value, value);
        return value;
    }
    insert_beside(new_leaf(path, key, std::move(value)), difference);
    return std::nullopt;
}

/// Above the first node that has nothing of the new leaf's path from the differing bit on.
void MerkleTrie::insert_beside(Node added, u32 differing_bit)
{
    const Node made = new_inner();  // before any reference into the pool is taken
    const Hash32& path = leaf(added).path;
    Node* link = &top_;
    while (!is_leaf(*link) && inners_[*link].bit < differing_bit) {
        Inner& inner = inners_[*link];
        inner.dirty = true;
        link = &inner.child[bit_of(path, inner.bit)];
    }
    Inner& inner = inners_[made];
    const u32 side = bit_of(path, differing_bit);
    inner.bit = static_cast<u16>(differing_bit);
    inner.child[side] = added;
    inner.child[1 - side] = *link;
    *link = made;
}

std::optional<Bytes> MerkleTrie::erase(BytesView key)
{
    if (top_ == NONE) return std::nullopt;
    const Hash32 path = sha256(key);
    const Node nearest = nearest_leaf(path);
    if (!equal(leaf(nearest).key, key)) return std::nullopt;

    mark_way_to(path);
    Node* parent_link = nullptr;
    Node* link = &top_;
    while (!is_leaf(*link)) {
        Inner& inner = inners_[*link];
        parent_link = link;
        link = &inner.child[bit_of(path, inner.bit)];
    }
    if (parent_link == nullptr) {
        top_ = NONE;
    } else {
        const Node parent = *parent_link;
        *parent_link = inners_[parent].child[1 - bit_of(path, inners_[parent].bit)];
        free_inners_.push_back(parent);
    }
    Leaf gone;
    std::swap(leaf(nearest), gone);
    free_leaves_.push_back(nearest & ~LEAF);
    return std::move(gone.value);
}

const Hash32& MerkleTrie::rehash()
{
    if (top_ == NONE) {
        root_ = empty_root();
    } else {
        if (!is_leaf(top_)) rehash_below(top_, 0);
        root_ = hash_of(top_);
    }
    return root_;
}

void MerkleTrie::rehash_below(u32 index, u32 depth)
{
    LARIAT_ASSERT(depth < DEPTH_MAX);  // each level looks at a later bit of the path
    Inner& inner = inners_[index];
    if (!inner.dirty) return;
    for (const Node child : inner.child) {
        if (!is_leaf(child)) rehash_below(child, depth + 1);
    }
    inner.hash = inner_hash(inner.bit, hash_of(inner.child[0]), hash_of(inner.child[1]));
    inner.dirty = false;
}

void MerkleTrie::for_each(const std::function<void(BytesView key, BytesView value)>& visit) const
{
    std::vector<Node> waiting;
    if (top_ != NONE) waiting.push_back(top_);
    while (!waiting.empty()) {
        const Node node = waiting.back();
        waiting.pop_back();
        if (is_leaf(node)) {
            visit(leaf(node).key, leaf(node).value);
        } else {
            waiting.push_back(inners_[node].child[1]);
            waiting.push_back(inners_[node].child[0]);
        }
    }
}

}  // namespace lariat::state
