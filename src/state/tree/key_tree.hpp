// The Merkle tree of live keys, which proves the absence of a key: a binary trie over the first 64 bits of
// SHA-256(key). docs/proofs.md is the normative text.
//
//   no keys        32 zero bytes
//   up to 16 keys  H(0x04 ‖ their 64-bit hashes ascending, 8 bytes each, big-endian)
//   more           H(0x05 ‖ those whose next bit is 0 ‖ those whose next bit is 1)
//
// The first bit is the most significant. Two keys with the same 64-bit hash count twice; when no bit is left
// the second row holds for any number. The shape depends on the set alone, not on its history. Finding 17
// keys that share p bits costs about 2^p hashes, so nobody can make it deep.
#pragma once

#include <functional>
#include <optional>

#include "state/proof/path.hpp"
#include "state/tree/paged_array.hpp"

namespace lariat::state {

inline constexpr u64 KEY_BUCKET_MAX = 16;

class KeyTree {
public:
    /// Changes are collected and take effect together, at root() or when very many have come together.
    void insert(u64 path);
    /// `path` must be in the set.
    void erase(u64 path);
    u64 size() const noexcept { return size_; }

    /// Brings the changed paths up to date: work follows the changes since the last call.
    const Hash32& root();

    /// The path of a key that is or would be there, for the root() last computed; nothing may have changed
    /// since.
    KeyPath path(u64 path) const;

    u64 memory() const noexcept;
    /// Digests computed since it was made: the measure of root()'s work.
    u64 nodes_hashed() const noexcept { return nodes_hashed_; }

    /// Writes the paths for a checkpoint, ascending, 8 little-endian bytes each. Call root() before.
    void save(const std::function<void(BytesView)>& sink) const;
    /// Reads a saved set; none if the bytes are not ascending paths.
    static std::optional<KeyTree> load(BytesView saved);

private:
    enum class Kind : u8 {
        Empty,
        Narrow,  ///< up to 16 keys from depth 16 on, without the two bytes that the depth implies
        Wide,    ///< up to 16 keys above
        Pile,    ///< at depth 64: any number of keys, all the same
        Inner,
    };
    /// An edge down. `index` is the node's place in its arena; a pile's number of keys.
    struct Edge {
        u32 index = 0;
        u8 count = 0;  ///< keys of a bucket
        Kind kind = Kind::Empty;
        bool dirty = false;  ///< the digest beside this edge is out of date
    };
    struct Inner {
        std::array<Hash32, 2> digests;  ///< of the children: a way up touches no node beside it
        std::array<Edge, 2> edges;
    };
    using Wide = std::array<u64, KEY_BUCKET_MAX>;
    using Narrow = std::array<u8, 6 * KEY_BUCKET_MAX>;
    using Keys = std::span<const u64>;

    template <class Node>
    struct Arena {
        PagedArray<Node, 1024> nodes;
        std::vector<u32> free;

        u32 take();
        void give_back(u32 index) { free.push_back(index); }
        Node& operator[](u32 index) noexcept { return nodes[index]; }
        const Node& operator[](u32 index) const noexcept { return nodes[index]; }
        u64 memory() const noexcept { return nodes.memory() + free.capacity() * sizeof(u32); }
    };

    void apply_changes(bool hash_at_once);
    /// `to_hash`: the digest beside the edge, if the root is wanted. Then subtrees with few changes are
    /// hashed at once, while their nodes are in the cache; the nodes above them stay dirty.
    void apply(Edge& edge, int depth, u64 prefix, Keys inserted, Keys erased, Hash32* to_hash);
    void prefetch(const Edge& edge) const noexcept;
    void build(Edge& edge, int depth, Keys keys);
    void set_leaf(Edge& edge, int depth, Keys keys);
    void merge_children(Edge& edge, int depth, u64 prefix);
    void release(Edge& edge);
    static u64 leaf_count(const Edge& edge) noexcept;
    void load(const Edge& edge, u64 prefix, std::vector<u64>& out) const;
    void save(const Edge& edge, int depth, u64 prefix, const std::function<void(BytesView)>& sink) const;
    /// Computes all dirty digests from this edge down: buckets as they are met, inner nodes level by level
    /// from the lowest, so that two independent hashes are always available.
    void rehash(Edge& edge, int depth, u64 prefix, Hash32& digest);
    void rehash_buckets(Edge& edge, int depth, u64 prefix, Hash32& digest, Sha256Batch& batch);

    u64 size_ = 0, nodes_hashed_ = 0;
    std::vector<u64> inserted_, erased_;  ///< not yet in the tree
    std::vector<u64> leaf_, scratch_;     ///< the keys of one leaf before and after a change
    /// An inner node whose digest is to be computed, and its destination.
    struct Due {
        u32 inner;
        Hash32* digest;
    };
    std::array<std::vector<Due>, 64> due_;  ///< by depth; empty between calls
    Arena<Inner> inner_;
    Arena<Wide> wide_;
    Arena<Narrow> narrow_;
    Edge top_;
    Hash32 root_;
};

}  // namespace lariat::state
