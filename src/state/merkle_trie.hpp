// Keys and values in memory under one Merkle root: a binary radix trie over SHA-256(key) in which
// every inner node has two children, so that its shape, and the root, follow from the contents
// alone. docs/state-root.md says exactly what is hashed.
//
// A write marks the way to its leaf; rehash() computes each marked node once. Nodes are indices
// into two pools. Depth is at most 256.
#pragma once

#include <functional>
#include <optional>

#include "base/types.hpp"

namespace lariat::state {

class MerkleTrie {
public:
    /// Valid until the next put or erase.
    const Bytes* find(BytesView key) const;

    /// Both return what the key held before.
    std::optional<Bytes> put(BytesView key, Bytes value);
    std::optional<Bytes> erase(BytesView key);

    /// Brings the root up to date with the writes since the last call.
    const Hash32& rehash();
    /// As of the last rehash().
    const Hash32& root() const noexcept { return root_; }

    std::size_t size() const noexcept { return leaves_.size() - free_leaves_.size(); }

    /// In ascending order of SHA-256(key).
    void for_each(const std::function<void(BytesView key, BytesView value)>& visit) const;

    static Hash32 empty_root();

private:
    /// Index of a node; the top bit says that it is a leaf.
    using Node = u32;
    static constexpr Node LEAF = Node{1} << 31;
    static constexpr Node NONE = ~Node{0};
    static constexpr u32 DEPTH_MAX = 256;

    struct Inner {
        Node child[2] = {NONE, NONE};
        u16 bit = 0;  ///< the first bit of the path in which the two sides differ
        bool dirty = true;
        Hash32 hash;
    };
    struct Leaf {
        Hash32 path;  ///< SHA-256 of the key
        Hash32 hash;
        Bytes key;
        Bytes value;
    };

    static bool is_leaf(Node node) noexcept { return (node & LEAF) != 0; }
    const Leaf& leaf(Node node) const { return leaves_[node & ~LEAF]; }
    Leaf& leaf(Node node) { return leaves_[node & ~LEAF]; }
    const Hash32& hash_of(Node node) const { return is_leaf(node) ? leaf(node).hash : inners_[node].hash; }

    Node nearest_leaf(const Hash32& path) const;
    void mark_way_to(const Hash32& path);
    Node new_leaf(const Hash32& path, BytesView key, Bytes value);
    Node new_inner();
    void insert_beside(Node added, u32 differing_bit);
    void rehash_below(u32 index, u32 depth);

    Node top_ = NONE;
    Hash32 root_ = empty_root();
    std::vector<Inner> inners_;
    std::vector<Leaf> leaves_;
    std::vector<u32> free_inners_;
    std::vector<u32> free_leaves_;
};

}  // namespace lariat::state
