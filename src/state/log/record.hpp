// One operation as it stands in the log. docs/store-format.md is the normative text.
//
// Everything in a segment begins with the same 12 bytes, so that a walk knows what it stands on:
//   u32 crc32c of the rest of the item   u32 first length   u24 second length   u8 kind
// A record goes on with u48 operation number and u48 distance back to the record that it supersedes,
// in units of 8 bytes (0: there was none), then key, value, and zero bytes up to a multiple of 8.
#pragma once

#include <optional>

#include "state/proof/digest.hpp"

namespace lariat::state {

enum class ItemKind : u8 {
    put = 1,
    remove = 2,
    frame_header = 0xf0,
    frame_footer = 0xf1,
};

/// Of a put or remove, as the tree over the operations has it.
inline OpKind op_kind(ItemKind kind) noexcept
{
    return kind == ItemKind::put ? OpKind::Put : OpKind::Delete;
}

inline constexpr u64 RECORD_HEADER_BYTES = 24;
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

/// Bytes of a record in the log: what an operation weighs wherever the store counts bytes.
constexpr u64 record_size(u64 key_bytes, u64 value_bytes) noexcept
{
    return (RECORD_HEADER_BYTES + key_bytes + value_bytes + 7) & ~u64{7};
}

inline u64 Record::size() const noexcept
{
    return record_size(key.size(), value.size());
}

/// Appends it, with its checksum.
void append_record(Bytes& out, const Record& record);

ItemKind item_kind(const u8* item) noexcept;

/// Lengths and fields as they stand there, unchecked but that all of it lies within `available` bytes.
std::optional<Record> peek_record(const u8* at, u64 available) noexcept;

/// Is the checksum right? `size` is that of the record as peek_record gave it.
bool record_intact(const u8* at, u64 size) noexcept;

}  // namespace lariat::state
