// Writing and reading one record; see record.hpp.
#include "state/log/record.hpp"

#include "base/assert.hpp"
#include "base/crc32c.hpp"
#include "state/little_endian.hpp"

namespace lariat::state {

void append_record(Bytes& out, const Record& record)
{
    LARIAT_ASSERT(record.key.size() <= KEY_BYTES_MAX && record.value.size() <= VALUE_BYTES_MAX);
    LARIAT_ASSERT(record.op < OP_LIMIT && record.distance % 8 == 0);
    const u64 size = record.size();
    const u64 begin = out.size();
    out.resize(begin + size);  // the padding is zero
    u8* const at = out.data() + begin;
    store_le(at + 4, static_cast<u32>(record.value.size()));
    store_le(at + 8, static_cast<u32>(record.key.size() | static_cast<u32>(record.kind) << 24));
    store_u48(at + 12, record.op);
    store_u48(at + 18, record.distance / 8);
    u8* const key = at + RECORD_HEADER_BYTES;
    if (!record.key.empty()) std::memcpy(key, record.key.data(), record.key.size());
    if (!record.value.empty()) std::memcpy(key + record.key.size(), record.value.data(), record.value.size());
    store_le(at, crc32c({at + 4, size - 4}));
}

ItemKind item_kind(const u8* item) noexcept
{
    return static_cast<ItemKind>(item[11]);
}

std::optional<Record> peek_record(const u8* at, u64 available) noexcept
{
    if (available < RECORD_HEADER_BYTES) return std::nullopt;
    const ItemKind kind = item_kind(at);
    if (kind != ItemKind::put && kind != ItemKind::remove) return std::nullopt;
    const u64 value_bytes = load_le<u32>(at + 4);
    const u64 key_bytes = load_le<u32>(at + 8) & 0xffffff;
    if (record_size(key_bytes, value_bytes) > available) return std::nullopt;
    const u8* const key = at + RECORD_HEADER_BYTES;
    return Record{
        kind, load_u48(at + 12), load_u48(at + 18) * 8, {key, key_bytes}, {key + key_bytes, value_bytes}};
}

bool record_intact(const u8* at, u64 size) noexcept
{
    return load_le<u32>(at) == crc32c({at + 4, size - 4});
}

}  // namespace lariat::state
