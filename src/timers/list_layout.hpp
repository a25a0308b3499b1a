// Layout in the state of lists of timer ids and of the calendar, for readers that do not trust the values.
// docs/state-layout.md is the normative text; ChunkedList writes it.
#pragma once

#include "timers/calendar/load.hpp"
#include "timers/calendar/tiers.hpp"
#include "timers/record.hpp"

namespace lariat::timers {

/// Ids in one chunk, and in the head: half a kilobyte. Each added id rewrites the chunk, and small chunks
/// cost memory for their keys; docs/decisions/0008-calendar.md has the figures.
inline constexpr std::size_t CHUNK_IDS_MAX = 16;

inline constexpr std::size_t ID_BYTES = sizeof(TimerId::bytes);
inline constexpr u8 SHORT_LIST = 0, LONG_LIST = 1;

/// The head of a list: its last chunk, and the numbers of the full chunks before it.
struct ListHead {
    u64 count = 0;  ///< entries of the whole list
    u64 first = 1;  ///< number of the first chunk; equal to `tail` if the head has all ids
    u64 last = 0;   ///< number of the chunk before the tail; 0: none
    u64 tail = 1;   ///< number of the chunk in the head
    BytesView ids;  ///< the ids of the tail, one after the other
};

struct ListChunk {
    u64 previous = 0;  ///< 0: none
    u64 next = 0;      ///< the number of the tail in the last chunk
    BytesView ids;
};

// Each decoder returns nullopt for bytes that ChunkedList would not have written.
std::optional<ListHead> decode_list_head(BytesView bytes);
std::optional<ListChunk> decode_list_chunk(BytesView bytes);

/// The value at the key of a height.
struct HeightHead {
    u64 height = 0;
    Load load;
    ListHead list;  ///< not empty
};
inline constexpr std::size_t HEIGHT_FIELDS_BYTES = 8 + 16 + 8;
using HeightFields = std::array<u8, HEIGHT_FIELDS_BYTES>;
HeightFields encode_height_fields(u64 height, const Load& load);
std::optional<HeightHead> decode_height_head(BytesView bytes);

/// The value at the key of an owner.
inline constexpr std::size_t OWNER_FIELDS_BYTES = 8;

/// The value at the calendar's key.
struct CalendarValue {
    TierBounds bounds;
    u64 overflow_heights = 0;
    Hash32 overflow_root;
};
Bytes encode(const CalendarValue& value);
std::optional<CalendarValue> decode_calendar_value(BytesView bytes);

}  // namespace lariat::timers
