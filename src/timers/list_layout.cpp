// Codec of lists of timer ids; one value has one encoding. See list_layout.hpp.
#include "timers/list_layout.hpp"

#include "base/codec.hpp"

namespace lariat::timers {

namespace {

/// `here` ids are in the tail.
bool is_long(const ListHead& head, u64 here) noexcept
{
    if (head.first == head.tail) return head.tail > 1 && head.last == 0 && here > 0 && head.count == here;
    return head.first > 0 && head.first <= head.last && head.last < head.tail && head.count > here;
}

}  // namespace

std::optional<ListHead> decode_list_head(BytesView bytes)
{
    Reader r(bytes);
    ListHead head;
    const u8 form = r.get_u8();
    if (form == LONG_LIST) {
        head.count = r.get_u64();
        head.first = r.get_u64();
        head.last = r.get_u64();
        head.tail = r.get_u64();
    }
    head.ids = r.get_raw(r.left());
    const u64 here = head.ids.size() / ID_BYTES;
    if (!r.done() || form > LONG_LIST || head.ids.size() % ID_BYTES != 0 || here > CHUNK_IDS_MAX)
        return std::nullopt;
    if (form == SHORT_LIST)
        head.count = here;
    else if (!is_long(head, here))
        return std::nullopt;
    return head;
}

std::optional<ListChunk> decode_list_chunk(BytesView bytes)
{
    Reader r(bytes);
    ListChunk chunk;
    chunk.previous = r.get_u64();
    chunk.next = r.get_u64();
    chunk.ids = r.get_raw(r.left());
    if (!r.done() || chunk.previous >= chunk.next || chunk.ids.empty() || chunk.ids.size() % ID_BYTES != 0 ||
        chunk.ids.size() > CHUNK_IDS_MAX * ID_BYTES)
        return std::nullopt;
    return chunk;
}

HeightFields encode_height_fields(u64 height, const Load& load)
{
    HeightFields out;
    write_u64(&out[0], height);
    write_u64(&out[8], static_cast<u64>(load.gas >> 64));
    write_u64(&out[16], static_cast<u64>(load.gas));
    write_u64(&out[24], load.marks);
    return out;
}

std::optional<HeightHead> decode_height_head(BytesView bytes)
{
    Reader r(bytes);
    HeightHead head;
    head.height = r.get_u64();
    head.load.gas = r.get_u128();
    head.load.marks = r.get_u64();
    const auto list = decode_list_head(r.get_raw(r.left()));
    if (!r.done() || !list || list->count == 0 || head.load.marks > list->count) return std::nullopt;
    head.list = *list;
    return head;
}

Bytes encode(const CalendarValue& value)
{
    return Writer()
        .put_u64(value.bounds.ring_first)
        .put_u64(value.bounds.ring_last)
        .put_u64(value.bounds.queue_last)
        .put_u64(value.overflow_heights)
        .put_raw(view(value.overflow_root))
        .take();
}

std::optional<CalendarValue> decode_calendar_value(BytesView bytes)
{
    Reader r(bytes);
    CalendarValue value;
    value.bounds = {r.get_u64(), r.get_u64(), r.get_u64()};
    value.overflow_heights = r.get_u64();
    value.overflow_root = r.get_hash();
    if (!r.done() || value.bounds.ring_last > value.bounds.queue_last) return std::nullopt;
    return value;
}

}  // namespace lariat::timers
