// Computes the digests of docs/proofs.md.
#include "state/proof/digest.hpp"

#include <endian.h>

#include "lariat/assert.hpp"

namespace lariat::state {

namespace {

u8* put_be64(u8* at, u64 v) noexcept
{
    v = htobe64(v);
    std::memcpy(at, &v, sizeof v);
    return at + sizeof v;
}

std::array<u8, 14> leaf_head(u64 op, OpKind kind, BytesView key)
{
    LARIAT_ASSERT(key.size() <= 0xffff'ffffU);
    std::array<u8, 14> head;
    head[0] = 0x00;
    put_be64(&head[1], op);
    head[9] = static_cast<u8>(kind);
    const u32 key_size = htobe32(static_cast<u32>(key.size()));
    std::memcpy(&head[10], &key_size, sizeof key_size);
    return head;
}

std::array<u8, 9> chunk_head(u64 chunk)
{
    std::array<u8, 9> head;
    head[0] = 0x02;
    put_be64(&head[1], chunk);
    return head;
}

/// The message whose hash a bucket's digest is.
template <class Hash>
void with_bucket(std::span<const u64> paths, const Hash& hash)
{
    Bytes large;
    std::array<u8, 1 + 16 * 8> small;
    u8* begin = small.data();
    const std::size_t size = 1 + 8 * paths.size();
    if (size > small.size()) {
        large.resize(size);
        begin = large.data();
    }
    begin[0] = 0x04;
    u8* at = begin + 1;
    for (const u64 path : paths) at = put_be64(at, path);
    hash(BytesView{begin, size});
}

}  // namespace

Hash32 leaf_digest(u64 op, OpKind kind, BytesView key, BytesView value)
{
    return sha256({leaf_head(op, kind, key), key, value});
}

void leaf_digest(Sha256Batch& batch, Hash32& out, u64 op, OpKind kind, BytesView key, BytesView value)
{
    batch.add(out, {leaf_head(op, kind, key), key, value});
}

Hash32 chunk_digest(u64 chunk, const ChunkBits& bits, const Hash32& leaves)
{
    return sha256({chunk_head(chunk), bits.bytes, view(leaves)});
}

void chunk_digest(Sha256Batch& batch, Hash32& out, u64 chunk, const ChunkBits& bits, const Hash32& leaves)
{
    batch.add(out, {chunk_head(chunk), bits.bytes, view(leaves)});
}

u64 key_path(BytesView key)
{
    const Hash32 hash = sha256(key);
    u64 path = 0;
    std::memcpy(&path, hash.bytes.data(), sizeof path);
    return be64toh(path);
}

Hash32 key_bucket_digest(std::span<const u64> paths)
{
    Hash32 out;
    if (!paths.empty()) with_bucket(paths, [&](BytesView message) { out = sha256(message); });
    return out;
}

void key_bucket_digest(Sha256Batch& batch, Hash32& out, std::span<const u64> paths)
{
    if (paths.empty()) {
        out = {};
    } else {
        with_bucket(paths, [&](BytesView message) { batch.add(out, {message}); });
    }
}

Hash32 store_root(const StoreHead& head)
{
    std::array<u8, 25> numbers;
    numbers[0] = 0x03;
    u8* at = put_be64(&numbers[1], head.op_count);
    at = put_be64(at, head.floor);
    put_be64(at, head.live_count);
    return sha256({numbers, view(head.op_root), view(head.key_root)});
}

}  // namespace lariat::state
