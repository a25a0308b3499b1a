// A record: one operation in the log. docs/store-format.md is the normative text.
//
// Every item of a segment begins with a u32 crc32c of its rest and a u16 shape, which tells its kind. A shape
// below 0x8000 is a short record and holds both lengths; in any other the low byte is the kind. A record
// continues with the u40 number of the operation modulo 2^40 and the u40 distance back to the record that it
// supersedes, in units of 8 bytes (0: none); a long record with the u32 lengths of key and value. Key and
// value follow, then zero bytes up to a multiple of 8.
#pragma once

#include <optional>

#include "state/little_endian.hpp"
#include "state/proof/digest.hpp"

namespace lariat::state {

enum class ItemKind : u8 {
    put = 1,
    remove = 2,
    frame_header = 0xf0,
    frame_footer = 0xf1,
};

/// The kind of a put or remove in the tree of operations.
inline OpKind op_kind(ItemKind kind) noexcept
{
    return kind == ItemKind::put ? OpKind::Put : OpKind::Delete;
}

inline constexpr u64 SHORT_HEADER_BYTES = 16;
inline constexpr u64 LONG_HEADER_BYTES = 24;
// Key and value of a short record are shorter than these.
inline constexpr u64 SHORT_KEY_LIMIT = 64;
inline constexpr u64 SHORT_VALUE_LIMIT = 511;
inline constexpr u64 KEY_BYTES_MAX = (u64{1} << 24) - 1;
inline constexpr u64 VALUE_BYTES_MAX = (u64{1} << 32) - 1;

struct Record {
    ItemKind kind = ItemKind::put;
    u64 op = 0;
    u64 distance = 0;  ///< bytes back to the record that it supersedes; 0: none
    BytesView key;
    BytesView value;

    u64 size() const noexcept;
};

/// Bytes of a record in the log. The store counts the bytes of an operation in this measure everywhere.
constexpr u64 record_header_bytes(u64 key_bytes, u64 value_bytes) noexcept
{
    return key_bytes < SHORT_KEY_LIMIT && value_bytes < SHORT_VALUE_LIMIT ? SHORT_HEADER_BYTES
                                                                          : LONG_HEADER_BYTES;
}
constexpr u64 record_size(u64 key_bytes, u64 value_bytes) noexcept
{
    return (record_header_bytes(key_bytes, value_bytes) + key_bytes + value_bytes + 7) & ~u64{7};
}

inline u64 Record::size() const noexcept
{
    return record_size(key.size(), value.size());
}

/// Appends a record with its checksum.
void append_record(Bytes& out, const Record& record);

/// Kind of the item that begins with these six bytes. A value that is none of ItemKind: not an item.
inline ItemKind item_kind(const u8* item) noexcept;
/// The shape of an item that is not a short record.
constexpr u16 shape_of(ItemKind kind) noexcept
{
    return static_cast<u16>(0x8000 | static_cast<unsigned>(kind));
}

/// The fields before a record's key.
struct RecordHeader {
    ItemKind kind = ItemKind::put;
    u64 op = 0;
    u64 distance = 0;
    u64 key_bytes = 0;
    u64 value_bytes = 0;
};

// Read lengths and fields without checking the checksum; the item must lie within `available` bytes. The
// operation's number is the largest one with these low bits that is not above `near`. Inline because every
// read passes here.
inline std::optional<RecordHeader> peek_record_header(const u8* at, u64 available, u64 near) noexcept;
inline std::optional<Record> peek_record(const u8* at, u64 available, u64 near) noexcept;

/// Is the checksum right? `size` is the size of the record that peek_record returned.
bool record_intact(const u8* at, u64 size) noexcept;

namespace record_detail {

constexpr u16 LONG = 0x8000;
constexpr unsigned VALUE_SHIFT = 6;
constexpr u64 U40_MASK = (u64{1} << 40) - 1;
/// Value length in the shape of a delete, which has no value.
constexpr u64 NO_VALUE = SHORT_VALUE_LIMIT;
static_assert(SHORT_KEY_LIMIT == u64{1} << VALUE_SHIFT && NO_VALUE == (LONG >> VALUE_SHIFT) - 1);

inline u64 load_u40(const u8* at) noexcept
{
    return load_le<u32>(at) | static_cast<u64>(at[4]) << 32;
}

}  // namespace record_detail

inline ItemKind item_kind(const u8* item) noexcept
{
    using namespace record_detail;
    const u16 shape = load_le<u16>(item + 4);
    if (shape < LONG) return shape >> VALUE_SHIFT == NO_VALUE ? ItemKind::remove : ItemKind::put;
    return static_cast<ItemKind>((shape & 0x7f00) == 0 ? shape & 0xff : 0);
}

inline std::optional<RecordHeader> peek_record_header(const u8* at, u64 available, u64 near) noexcept
{
    using namespace record_detail;
    if (available < SHORT_HEADER_BYTES) return std::nullopt;
    const ItemKind kind = item_kind(at);
    if (kind != ItemKind::put && kind != ItemKind::remove) return std::nullopt;
    RecordHeader header{
        .kind = kind, .op = near - ((near - load_u40(at + 6)) & U40_MASK), .distance = load_u40(at + 11) * 8};
    const u16 shape = load_le<u16>(at + 4);
    if (shape < LONG) {
        header.key_bytes = shape & (SHORT_KEY_LIMIT - 1);
        header.value_bytes = kind == ItemKind::remove ? 0 : shape >> VALUE_SHIFT;
        return header;
    }
    if (available < LONG_HEADER_BYTES) return std::nullopt;
    header.key_bytes = load_le<u32>(at + 16);
    header.value_bytes = load_le<u32>(at + 20);
    // A long record that could be short is refused: the size of a record must follow from its lengths.
    const bool is_long = record_header_bytes(header.key_bytes, header.value_bytes) == LONG_HEADER_BYTES;
    return is_long && header.key_bytes <= KEY_BYTES_MAX ? std::optional(header) : std::nullopt;
}

inline std::optional<Record> peek_record(const u8* at, u64 available, u64 near) noexcept
{
    const auto header = peek_record_header(at, available, near);
    if (!header || record_size(header->key_bytes, header->value_bytes) > available) return std::nullopt;
    const u8* const key = at + record_header_bytes(header->key_bytes, header->value_bytes);
    return Record{header->kind,
                  header->op,
                  header->distance,
                  {key, header->key_bytes},
                  {key + header->key_bytes, header->value_bytes}};
}

}  // namespace lariat::state
