// The digests of docs/proofs.md.
#include "state/proof/digest.hpp"

#include <endian.h>

#include "base/assert.hpp"

namespace lariat::state {

namespace {

u8* put_be64(u8* at, u64 v) noexcept
{
    v = htobe64(v);
    std::memcpy(at, &v, sizeof v);
    return at + sizeof v;
}

}  // namespace

Hash32 leaf_digest(u64 op, OpKind kind, BytesView key, BytesView value)
{
    LARIAT_ASSERT(key.size() <= 0xffff'ffffU);
    std::array<u8, 14> head;
    head[0] = 0x00;
    put_be64(&head[1], op);
    head[9] = static_cast<u8>(kind);
    const u32 key_size = htobe32(static_cast<u32>(key.size()));
    std::memcpy(&head[10], &key_size, sizeof key_size);
    return sha256({head, key, value});
}

Hash32 chunk_digest(u64 chunk, const ChunkBits& bits, const Hash32& leaves)
{
    std::array<u8, 9> head;
    head[0] = 0x02;
    put_be64(&head[1], chunk);
    return sha256({head, bits.bytes, view(leaves)});
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
    if (paths.empty()) return {};
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
    return sha256(BytesView{begin, size});
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
