// All digests between a key and the store's root, shared by the trees and the verifier. docs/proofs.md is the
// normative text.
#pragma once

#include "base/hash.hpp"
#include "base/sha256_batch.hpp"
#include "lariat/types.hpp"

namespace lariat::state {

inline constexpr u64 GROUP_OPS = 16;
inline constexpr u64 CHUNK_OPS = 256;
/// Operation numbers have 48 bits in the log and in proofs.
inline constexpr u64 OP_LIMIT = u64{1} << 48;

enum class OpKind : u8 { Put = 1, Delete = 2 };

/// The activity of a chunk's 256 operations: bit j is bit (j mod 8), the lowest first, of byte (j div 8).
struct ChunkBits {
    std::array<u8, CHUNK_OPS / 8> bytes{};
    bool test(u64 j) const noexcept { return (bytes[j / 8] >> (j % 8) & 1) != 0; }
    bool operator==(const ChunkBits&) const = default;
};

/// `value` of a delete is empty. Key and value are shorter than 4 GiB.
Hash32 leaf_digest(u64 op, OpKind kind, BytesView key, BytesView value);
inline Hash32 node_digest(const Hash32& left, const Hash32& right) noexcept
{
    return sha256_node(0x01, left, right);
}
Hash32 chunk_digest(u64 chunk, const ChunkBits& bits, const Hash32& leaves);

// The same in a batch: the batch sets `out`.
void leaf_digest(Sha256Batch& batch, Hash32& out, u64 op, OpKind kind, BytesView key, BytesView value);
inline void node_digest(Sha256Batch& batch, Hash32& out, const Hash32& left, const Hash32& right) noexcept
{
    batch.add_node(out, 0x01, left, right);
}
void chunk_digest(Sha256Batch& batch, Hash32& out, u64 chunk, const ChunkBits& bits, const Hash32& leaves);

/// The first 8 bytes of SHA-256(key), big-endian: the key's path in the tree of keys.
u64 key_path(BytesView key);
/// Digest of a bucket of ascending paths; 32 zero bytes if it is empty.
Hash32 key_bucket_digest(std::span<const u64> paths);
void key_bucket_digest(Sha256Batch& batch, Hash32& out, std::span<const u64> paths);
inline Hash32 key_node_digest(const Hash32& left, const Hash32& right) noexcept
{
    return sha256_node(0x05, left, right);
}

inline void key_node_digest(Sha256Batch& batch, Hash32& out, const Hash32& left, const Hash32& right) noexcept
{
    batch.add_node(out, 0x05, left, right);
}

/// Preimage of the store's root.
struct StoreHead {
    u64 op_count = 0;
    u64 floor = 0;
    u64 live_count = 0;
    Hash32 op_root;
    Hash32 key_root;
    bool operator==(const StoreHead&) const = default;
};
Hash32 store_root(const StoreHead& head);

/// The chunks that the tree of operations covers: from the floor's to the last one.
struct ChunkWindow {
    u64 begin = 0;
    u64 end = 0;
    static ChunkWindow of(u64 op_count, u64 floor) noexcept
    {
        return {floor / CHUNK_OPS, (op_count + CHUNK_OPS - 1) / CHUNK_OPS};
    }
    bool empty() const noexcept { return begin >= end; }
    /// Whether the node of this level and number covers a chunk of the window.
    bool has(int level, u64 node) const noexcept
    {
        return begin >> level <= node && node <= (end - 1) >> level;
    }
    /// Whether this level is one node, the root.
    bool top(int level) const noexcept { return begin >> level == (end - 1) >> level; }
};

}  // namespace lariat::state
