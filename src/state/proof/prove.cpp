// Writes the proofs that verify.cpp reads.
#include "state/proof/prove.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "state/proof/format.hpp"

namespace lariat::state {

namespace {

void put_head(Writer& out, ProofKind kind, const StoreHead& head, const Hash32& other_root)
{
    LARIAT_ASSERT(head.op_count < OP_LIMIT);
    out.put_u8(PROOF_VERSION).put_u8(static_cast<u8>(kind));
    out.put_u48(head.op_count).put_u48(head.floor).put_u48(head.live_count);
    out.put_raw(view(other_root));
}

void put_all(Writer& out, const std::vector<Hash32>& siblings)
{
    for (const Hash32& sibling : siblings) out.put_raw(view(sibling));
}

void check(const StoreHead& head, const OpTree& ops)
{
    LARIAT_ASSERT(head.op_count == ops.size() && head.floor == ops.floor());
}

}  // namespace

Bytes prove_value(const StoreHead& head, const OpTree& ops, u64 op, const OpTree::LeafSource& leaves)
{
    check(head, ops);
    LARIAT_ASSERT(ops.active(op));
    const OpPath path = ops.path(op, leaves);
    Writer out;
    out.reserve(96 + path.siblings.size() * sizeof(Hash32));
    put_head(out, ProofKind::Value, head, head.key_root);
    out.put_u48(op).put_raw(path.bits.bytes);
    put_all(out, path.siblings);
    return out.take();
}

Bytes prove_absent(const StoreHead& head, const OpTree& ops, const KeyTree& keys, BytesView key,
                   const OperationSource& operations, const FindByPath& find)
{
    check(head, ops);
    const u64 at = key_path(key);
    const KeyPath path = keys.path(at);
    Writer out;
    out.reserve(64 + path.bucket.size() * sizeof(u64) + path.siblings.size() * sizeof(Hash32));
    put_head(out, ProofKind::Absent, head, head.op_root);
    out.put_u8(static_cast<u8>(path.siblings.size())).put_u32(static_cast<u32>(path.bucket.size()));
    for (const u64 other : path.bucket) out.put_u64(other);
    put_all(out, path.siblings);

    const auto same_path = std::count(path.bucket.begin(), path.bucket.end(), at);
    if (same_path == 0) return out.take();
    std::vector<u64> others = find(at);
    std::sort(others.begin(), others.end());
    LARIAT_ASSERT(std::ssize(others) == same_path);
    const auto leaf = [&](u64 op) {
        const LoggedOperation read = operations(op);
        return leaf_digest(op, read.kind, read.key, read.value);
    };
    for (const u64 op : others) {
        const LoggedOperation read = operations(op);
        LARIAT_ASSERT(read.kind == OpKind::Put && !equal(read.key, key));
        out.put_u48(op).put_bytes(read.key).put_bytes(read.value);
        const OpPath way = ops.path(op, leaf);
        out.put_raw(way.bits.bytes);
        put_all(out, way.siblings);
    }
    return out.take();
}

Bytes prove_range(const StoreHead& head, const OpTree& ops, u64 begin_chunk, u64 end_chunk,
                  const OperationSource& operations)
{
    check(head, ops);
    const ChunkRangePath path = ops.range(begin_chunk, end_chunk);
    Writer out;
    put_head(out, ProofKind::Range, head, head.key_root);
    out.put_u48(begin_chunk).put_u48(end_chunk);
    for (u64 chunk = begin_chunk; chunk < end_chunk; ++chunk) {
        out.put_raw(path.bits[chunk - begin_chunk].bytes);
        const u64 end = std::min((chunk + 1) * CHUNK_OPS, ops.size());
        for (u64 op = chunk * CHUNK_OPS; op < end; ++op) {
            const LoggedOperation read = operations(op);
            out.put_u8(static_cast<u8>(read.kind)).put_bytes(read.key).put_bytes(read.value);
        }
    }
    put_all(out, path.siblings);
    return out.take();
}

}  // namespace lariat::state
