// Head: {form, numbers of a long list, ids}; chunk: {previous, next, ids}. Changed in place in the overlay.
#include "timers/chunked_list.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

constexpr std::size_t NUMBERS_BYTES = 4 * 8;  ///< count, first, last, next
constexpr std::size_t PREVIOUS = 0, NEXT = 8, LINKS_BYTES = 16;

void write_u64(std::span<u8> bytes, std::size_t at, u64 value)
{
    for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<u8>(value >> (56 - 8 * i));
}
void write(std::span<u8> bytes, std::size_t at, BytesView value)
{
    std::copy(value.begin(), value.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

TimerId id_at(BytesView ids, std::size_t n)
{
    TimerId id;
    std::memcpy(id.bytes.data(), ids.data() + n * ID_BYTES, ID_BYTES);
    return id;
}

}  // namespace

std::optional<BytesView> ChunkedList::fields() const
{
    const auto value = state_.find(key_);
    return value ? std::optional{value->first(fields_size_)} : std::nullopt;
}

void ChunkedList::set_fields(BytesView fields)
{
    const auto value = state_.find(key_);
    if (value)
        write(state_.edit(key_, value->size()), 0, fields);
    else
        put_head({}, fields);
}

u64 ChunkedList::append(const TimerId& id, BytesView fields)
{
    const auto found = head();
    if (!found) {
        put_head({.count = 1, .ids = view(id)}, fields);
        return 0;
    }
    ListHead h = *found;
    ++h.count;
    if (h.first == 0 && h.ids.size() < CHUNK_IDS_MAX * ID_BYTES) {
        const std::size_t size = fields_size_ + 1 + h.ids.size();
        const std::span<u8> bytes = state_.edit(key_, size + ID_BYTES);
        write(bytes, 0, fields);
        write(bytes, size, view(id));
        return 0;
    }
    if (h.first == 0) {
        h.first = h.last = 1;
        h.next = 2;
        begin_chunk(1, 0, id);
        put_head(h, fields);
        return 1;
    }
    const Bytes last_key = chunk_key_of(h.last);
    const std::size_t ids = chunk(h.last).ids.size();
    if (ids < CHUNK_IDS_MAX * ID_BYTES) {
        write(state_.edit(last_key, LINKS_BYTES + ids + ID_BYTES), LINKS_BYTES + ids, view(id));
    } else {
        set_link(h.last, NEXT, h.next);
        begin_chunk(h.next, h.last, id);
        h.last = h.next++;
    }
    put_numbers(h, fields);
    return h.last;
}

void ChunkedList::erase(u64 number, const TimerId& id, BytesView fields)
{
    auto found = head();
    LARIAT_ASSERT(found && found->count > 0);
    ListHead h = *found;
    --h.count;
    if (h.count == 0) {
        if (number != 0) state_.erase(chunk_key_of(number));
        put_empty(fields);
        return;
    }
    if (number == 0) {
        const std::size_t ids_at = fields_size_ + 1 + (h.first == 0 ? 0 : NUMBERS_BYTES);
        take_out(key_, ids_at, ids_at + h.ids.size(), id);
    } else {
        const ListChunk c = chunk(number);
        if (c.ids.size() > ID_BYTES) {
            take_out(chunk_key_of(number), LINKS_BYTES, LINKS_BYTES + c.ids.size(), id);
        } else {
            LARIAT_ASSERT(id_at(c.ids, 0) == id);
            unlink(h, number, c);
        }
    }
    if (number != 0 && h.first == 0)
        put_head(h, fields);  // all that is left is here: a short list again
    else if (h.first == 0)
        write(state_.edit(key_, state_.find(key_)->size()), 0, fields);
    else
        put_numbers(h, fields);
}

void ChunkedList::erase_front(u64 count, BytesView fields)
{
    if (count == 0) return;
    const auto found = head();
    LARIAT_ASSERT(found && found->count >= count);
    ListHead h = *found;
    h.count -= count;
    const u64 from_head = std::min<u64>(count, h.ids.size() / ID_BYTES);
    h.ids = h.ids.subspan(from_head * ID_BYTES);
    for (u64 left = count - from_head; left > 0;) {
        const Bytes at = chunk_key_of(h.first);
        const ListChunk c = chunk(h.first);
        const u64 here = std::min<u64>(left, c.ids.size() / ID_BYTES);
        left -= here;
        if (here * ID_BYTES == c.ids.size()) {
            state_.erase(at);
            h.first = c.next;
        } else {
            const Bytes rest = to_bytes(c.ids.subspan(here * ID_BYTES));
            write(state_.edit(at, LINKS_BYTES + rest.size()), LINKS_BYTES, rest);
        }
    }
    if (h.count == 0) {
        LARIAT_ASSERT(h.first == 0);
        put_empty(fields);
        return;
    }
    if (h.first != 0) set_link(h.first, PREVIOUS, 0);
    put_head(h, fields);
}

u64 ChunkedList::size() const
{
    const auto h = head();
    return h ? h->count : 0;
}

u64 ChunkedList::visit(const std::function<bool(const TimerId&)>& visit) const
{
    const auto h = head();
    if (!h) return 0;
    u64 visited = 0;
    BytesView ids = h->ids;
    for (u64 next = h->first;;) {
        for (std::size_t n = 0; n < ids.size() / ID_BYTES; ++n, ++visited)
            if (!visit(id_at(ids, n))) return visited;
        if (next == 0) return visited;
        const ListChunk c = chunk(next);
        ids = c.ids;
        next = c.next;
    }
}

std::vector<TimerId> ChunkedList::entries(u64 limit) const
{
    std::vector<TimerId> out;
    visit([&](const TimerId& id) {
        if (out.size() == limit) return false;
        out.push_back(id);
        return true;
    });
    return out;
}

void ChunkedList::unlink(ListHead& h, u64 number, const ListChunk& c)
{
    const u64 previous = c.previous, next = c.next;
    if (previous != 0)
        set_link(previous, NEXT, next);
    else
        h.first = next;
    if (next != 0)
        set_link(next, PREVIOUS, previous);
    else
        h.last = previous;
    state_.erase(chunk_key_of(number));
}

std::optional<ListHead> ChunkedList::head() const
{
    const auto value = state_.find(key_);
    if (!value) return std::nullopt;
    const auto decoded = decode_list_head(value->subspan(fields_size_));
    LARIAT_ASSERT(decoded);
    return decoded;
}

ListChunk ChunkedList::chunk(u64 number) const
{
    const auto value = state_.find(chunk_key_of(number));
    LARIAT_ASSERT(value);
    const auto decoded = decode_list_chunk(*value);
    LARIAT_ASSERT(decoded);
    return *decoded;
}

Bytes ChunkedList::chunk_key_of(u64 number) const
{
    return chunk_key(key_, number);
}

void ChunkedList::begin_chunk(u64 number, u64 previous, const TimerId& id)
{
    state_.put(chunk_key_of(number), Writer().put_u64(previous).put_u64(0).put_raw(view(id)).take());
}

void ChunkedList::take_out(BytesView key, std::size_t ids_at, std::size_t size, const TimerId& id)
{
    const std::span<u8> bytes = state_.edit(key, size);
    for (std::size_t at = ids_at; at < size; at += ID_BYTES)
        if (std::memcmp(bytes.data() + at, id.bytes.data(), ID_BYTES) == 0) {
            std::memmove(bytes.data() + at, bytes.data() + at + ID_BYTES, size - at - ID_BYTES);
            state_.edit(key, size - ID_BYTES);
            return;
        }
    LARIAT_ASSERT(!"the id stands in the chunk that its record names");
}

void ChunkedList::set_link(u64 number, std::size_t at, u64 to)
{
    const Bytes key = chunk_key_of(number);
    write_u64(state_.edit(key, state_.find(key)->size()), at, to);
}

void ChunkedList::put_numbers(const ListHead& h, BytesView fields)
{
    const std::span<u8> bytes = state_.edit(key_, state_.find(key_)->size());
    write(bytes, 0, fields);
    std::size_t at = fields_size_ + 1;
    for (const u64 number : {h.count, h.first, h.last, h.next}) {
        write_u64(bytes, at, number);
        at += 8;
    }
}

void ChunkedList::put_head(const ListHead& h, BytesView fields)
{
    LARIAT_ASSERT(fields.size() == fields_size_);
    Writer w;
    w.put_raw(fields);
    if (h.first == 0)
        w.put_u8(SHORT_LIST);
    else
        w.put_u8(LONG_LIST).put_u64(h.count).put_u64(h.first).put_u64(h.last).put_u64(h.next);
    w.put_raw(h.ids);
    state_.put(key_, w.bytes());
}

void ChunkedList::put_empty(BytesView fields)
{
    if (when_empty_ == WhenEmpty::keeps_fields)
        put_head({}, fields);
    else
        state_.erase(key_);
}

}  // namespace lariat::timers
