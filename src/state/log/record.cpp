// Writes and checks one record; see record.hpp.
#include "state/log/record.hpp"

#include "base/crc32c.hpp"
#include "lariat/assert.hpp"
#include "state/little_endian.hpp"

namespace lariat::state {

namespace {

using namespace record_detail;

void store_u40(u8* at, u64 value) noexcept
{
    store_le(at, static_cast<u32>(value));
    at[4] = static_cast<u8>(value >> 32);
}

}  // namespace

void append_record(Bytes& out, const Record& record)
{
    LARIAT_ASSERT(record.key.size() <= KEY_BYTES_MAX && record.value.size() <= VALUE_BYTES_MAX);
    LARIAT_ASSERT(record.op < OP_LIMIT && record.distance % 8 == 0 && record.distance / 8 <= U40_MASK);
    const u64 header = record_header_bytes(record.key.size(), record.value.size());
    const u64 size = record.size();
    const u64 begin = out.size();
    out.resize(begin + size);  // the padding is zero
    u8* const at = out.data() + begin;
    if (header == SHORT_HEADER_BYTES) {
        const u64 value = record.kind == ItemKind::remove ? NO_VALUE : record.value.size();
        store_le(at + 4, static_cast<u16>(value << VALUE_SHIFT | record.key.size()));
    } else {
        store_le(at + 4, shape_of(record.kind));
        store_le(at + 16, static_cast<u32>(record.key.size()));
        store_le(at + 20, static_cast<u32>(record.value.size()));
    }
    store_u40(at + 6, record.op & U40_MASK);
    store_u40(at + 11, record.distance / 8);
    u8* const key = at + header;
    if (!record.key.empty()) std::memcpy(key, record.key.data(), record.key.size());
    if (!record.value.empty()) std::memcpy(key + record.key.size(), record.value.data(), record.value.size());
    store_le(at, crc32c({at + 4, size - 4}));
}

bool record_intact(const u8* at, u64 size) noexcept
{
    return load_le<u32>(at) == crc32c({at + 4, size - 4});
}

}  // namespace lariat::state
