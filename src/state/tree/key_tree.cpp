// Implements the trie of keys: changes are collected, sorted and applied together; digests of changed paths
// are computed when the root is wanted. Recursion is bounded by the 64 bits of a path.
#include "state/tree/key_tree.hpp"

#include <endian.h>

#include <algorithm>

namespace lariat::state {

namespace {

constexpr int PATH_BITS = 64;
constexpr int NARROW_DEPTH = 16;
constexpr int NARROW_BYTES = 6;
/// So many changes are gathered before they are applied without a root being asked for.
constexpr std::size_t CHANGES_MAX = std::size_t{1} << 20;
/// A part of the tree with so many changes stays in the processor's caches until it is hashed.
constexpr std::size_t HASHED_AT_ONCE = 2048;

u64 bit_at(int depth) noexcept
{
    return u64{1} << (PATH_BITS - 1 - depth);
}

/// How many of sorted keys that agree in the bits above `depth` have 0 there.
std::size_t zeros(std::span<const u64> keys, int depth)
{
    const u64 bit = bit_at(depth);
    const auto at = std::partition_point(keys.begin(), keys.end(), [&](u64 key) { return (key & bit) == 0; });
    return static_cast<std::size_t>(at - keys.begin());
}

/// Takes each of the sorted `erased` out of the sorted `keys` once; they are in it.
void subtract(std::vector<u64>& keys, std::span<const u64> erased)
{
    std::size_t kept = 0;
    auto next = erased.begin();
    for (const u64 key : keys) {
        if (next != erased.end() && *next == key) {
            ++next;
        } else {
            keys[kept++] = key;
        }
    }
    LARIAT_ASSERT(next == erased.end());
    keys.resize(kept);
}

}  // namespace

template <class Node>
u32 KeyTree::Arena<Node>::take()
{
    if (!free.empty()) {
        const u32 index = free.back();
        free.pop_back();
        return index;
    }
    LARIAT_ASSERT(nodes.end() < ~u32{0});
    nodes.push_back(Node{});
    return static_cast<u32>(nodes.end() - 1);
}

void KeyTree::insert(u64 path)
{
    ++size_;
    inserted_.push_back(path);
    if (inserted_.size() >= CHANGES_MAX) apply_changes(false);
}

void KeyTree::erase(u64 path)
{
    LARIAT_ASSERT(size_ > 0);
    --size_;
    erased_.push_back(path);
    if (erased_.size() >= CHANGES_MAX) apply_changes(false);
}

void KeyTree::apply_changes(bool hash_at_once)
{
    for (std::vector<u64>* paths : {&inserted_, &erased_})  // those of a checkpoint come in order
        if (!std::is_sorted(paths->begin(), paths->end())) std::sort(paths->begin(), paths->end());
    apply(top_, 0, 0, inserted_, erased_, hash_at_once ? &root_ : nullptr);
    inserted_.clear();
    erased_.clear();
    // What a large batch needed is not kept beside a small tree.
    for (std::vector<u64>* keys : {&inserted_, &erased_, &leaf_, &scratch_}) {
        if (keys->capacity() > std::max<u64>(1024, size_ / 32)) std::vector<u64>().swap(*keys);
    }
    for (std::vector<Due>& due : due_)
        if (due.capacity() > HASHED_AT_ONCE) std::vector<Due>().swap(due);
}

u64 KeyTree::leaf_count(const Edge& edge) noexcept
{
    return edge.kind == Kind::Pile ? edge.index : edge.count;
}

/// Appends the keys of a leaf; the narrow ones have the first bits of `prefix`.
void KeyTree::load(const Edge& edge, u64 prefix, std::vector<u64>& out) const
{
    switch (edge.kind) {
        case Kind::Narrow: {
            const u8* at = narrow_[edge.index].data();
            const u64 first = prefix & ~(~u64{0} >> NARROW_DEPTH);
            for (int i = 0; i < edge.count; ++i, at += NARROW_BYTES) {
                u64 low = 0;
                std::memcpy(&low, at, NARROW_BYTES);
                out.push_back(first | be64toh(low) >> NARROW_DEPTH);
            }
            break;
        }
        case Kind::Wide: {
            const Wide& keys = wide_[edge.index];
            out.insert(out.end(), keys.begin(), keys.begin() + edge.count);
            break;
        }
        case Kind::Pile:
            out.insert(out.end(), edge.index, prefix);
            break;
        case Kind::Empty:
        case Kind::Inner:
            break;
    }
}

void KeyTree::release(Edge& edge)
{
    if (edge.kind == Kind::Narrow) narrow_.give_back(edge.index);
    if (edge.kind == Kind::Wide) wide_.give_back(edge.index);
    if (edge.kind == Kind::Inner) inner_.give_back(edge.index);
    edge = Edge{.dirty = true};
}

/// Makes a leaf of `keys`, which are not in the arena's own storage.
void KeyTree::set_leaf(Edge& edge, int depth, Keys keys)
{
    Kind kind = depth < NARROW_DEPTH ? Kind::Wide : depth < PATH_BITS ? Kind::Narrow : Kind::Pile;
    if (keys.empty()) kind = Kind::Empty;
    if (kind != edge.kind) {
        release(edge);
        edge.kind = kind;
        if (kind == Kind::Wide) edge.index = wide_.take();
        if (kind == Kind::Narrow) edge.index = narrow_.take();
    }
    if (kind == Kind::Pile) {
        LARIAT_ASSERT(keys.size() < ~u32{0});
        edge.index = static_cast<u32>(keys.size());
        return;
    }
    edge.count = static_cast<u8>(keys.size());
    if (kind == Kind::Wide) std::copy(keys.begin(), keys.end(), wide_[edge.index].begin());
    if (kind == Kind::Narrow) {
        u8* at = narrow_[edge.index].data();
        for (const u64 key : keys) {
            const u64 low = htobe64(key << NARROW_DEPTH);
            std::memcpy(at, &low, NARROW_BYTES);
            at += NARROW_BYTES;
        }
    }
}

/// In the place of a leaf.
void KeyTree::build(Edge& edge, int depth, Keys keys)
{
    edge.dirty = true;
    if (keys.size() <= KEY_BUCKET_MAX || depth == PATH_BITS) return set_leaf(edge, depth, keys);
    release(edge);
    edge.kind = Kind::Inner;
    edge.index = inner_.take();
    Inner& inner = inner_[edge.index];
    inner = Inner{};
    const std::size_t left = zeros(keys, depth);
    build(inner.edges[0], depth + 1, keys.first(left));
    build(inner.edges[1], depth + 1, keys.subspan(left));
}

void KeyTree::prefetch(const Edge& edge) const noexcept
{
    switch (edge.kind) {
        case Kind::Inner:
            __builtin_prefetch(&inner_[edge.index].edges);
            break;
        case Kind::Narrow:
            __builtin_prefetch(&narrow_[edge.index]);
            break;
        case Kind::Wide:
            __builtin_prefetch(&wide_[edge.index]);
            break;
        case Kind::Pile:
        case Kind::Empty:
            break;
    }
}

void KeyTree::apply(Edge& edge, int depth, u64 prefix, Keys inserted, Keys erased, Hash32* to_hash)
{
    if (inserted.empty() && erased.empty()) return;
    edge.dirty = true;
    if (to_hash != nullptr && inserted.size() + erased.size() <= HASHED_AT_ONCE) {
        apply(edge, depth, prefix, inserted, erased, nullptr);
        return rehash(edge, depth, prefix, *to_hash);
    }
    if (edge.kind == Kind::Inner) {
        Inner& inner = inner_[edge.index];
        const std::size_t inserted_left = zeros(inserted, depth);
        const std::size_t erased_left = zeros(erased, depth);
        prefetch(inner.edges[1]);
        const auto digest = [&](std::size_t side) {
            return to_hash != nullptr ? &inner.digests[side] : nullptr;
        };
        apply(inner.edges[0], depth + 1, prefix, inserted.first(inserted_left), erased.first(erased_left),
              digest(0));
        apply(inner.edges[1], depth + 1, prefix | bit_at(depth), inserted.subspan(inserted_left),
              erased.subspan(erased_left), digest(1));
        merge_children(edge, depth, prefix);
        return;
    }
    if (edge.kind == Kind::Empty && erased.empty()) return build(edge, depth, inserted);
    leaf_.clear();
    load(edge, prefix, leaf_);
    scratch_.resize(leaf_.size() + inserted.size());
    std::merge(leaf_.begin(), leaf_.end(), inserted.begin(), inserted.end(), scratch_.begin());
    subtract(scratch_, erased);
    build(edge, depth, scratch_);
}

/// An inner node that holds no more than a bucket's keys becomes a bucket.
void KeyTree::merge_children(Edge& edge, int depth, u64 prefix)
{
    Inner& inner = inner_[edge.index];
    const auto& [left, right] = inner.edges;
    if (left.kind == Kind::Inner || right.kind == Kind::Inner) return;
    if (leaf_count(left) + leaf_count(right) > KEY_BUCKET_MAX) return;
    scratch_.clear();
    load(left, prefix, scratch_);
    load(right, prefix | bit_at(depth), scratch_);
    release(inner.edges[0]);
    release(inner.edges[1]);
    set_leaf(edge, depth, scratch_);
    edge.dirty = true;
}

void KeyTree::rehash(Edge& edge, int depth, u64 prefix, Hash32& digest)
{
    Sha256Batch batch;
    rehash_buckets(edge, depth, prefix, digest, batch);
    batch.finish();
    for (std::size_t level = due_.size(); level-- > 0;) {
        for (const Due& due : due_[level]) {
            const Inner& inner = inner_[due.inner];
            key_node_digest(batch, *due.digest, inner.digests[0], inner.digests[1]);
        }
        batch.finish();
        due_[level].clear();
    }
}

void KeyTree::rehash_buckets(Edge& edge, int depth, u64 prefix, Hash32& digest, Sha256Batch& batch)
{
    edge.dirty = false;
    ++nodes_hashed_;
    if (edge.kind == Kind::Inner) {
        Inner& inner = inner_[edge.index];
        for (const std::size_t side : {0, 1}) {
            if (!inner.edges[side].dirty) continue;
            rehash_buckets(inner.edges[side], depth + 1, side == 0 ? prefix : prefix | bit_at(depth),
                           inner.digests[side], batch);
        }
        due_[static_cast<std::size_t>(depth)].push_back({edge.index, &digest});
        return;
    }
    scratch_.clear();
    load(edge, prefix, scratch_);
    key_bucket_digest(batch, digest, scratch_);
}

const Hash32& KeyTree::root()
{
    apply_changes(true);
    if (top_.dirty) rehash(top_, 0, 0, root_);
    return root_;
}

KeyPath KeyTree::path(u64 path) const
{
    LARIAT_ASSERT(inserted_.empty() && erased_.empty() && !top_.dirty);
    KeyPath out;
    const Edge* edge = &top_;
    for (int depth = 0; edge->kind == Kind::Inner; ++depth) {
        const Inner& inner = inner_[edge->index];
        const std::size_t side = (path & bit_at(depth)) != 0 ? 1 : 0;
        out.siblings.push_back(inner.digests[1 - side]);
        edge = &inner.edges[side];
    }
    std::reverse(out.siblings.begin(), out.siblings.end());
    load(*edge, path, out.bucket);
    return out;
}

u64 KeyTree::memory() const noexcept
{
    const u64 vectors = inserted_.capacity() + erased_.capacity() + leaf_.capacity() + scratch_.capacity();
    return inner_.memory() + wide_.memory() + narrow_.memory() + vectors * sizeof(u64);
}

}  // namespace lariat::state
