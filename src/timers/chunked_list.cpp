// Implements the chunked list, changed in place in the overlay. Head: {form, numbers of a long list, ids};
// chunk: {previous, next, ids}.
#include "timers/chunked_list.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "base/hex.hpp"
#include "state/damage.hpp"

namespace lariat::timers {

namespace {

using At = state::Overlay::At;

constexpr std::size_t NUMBERS_BYTES = 4 * 8;  ///< count, first, last, tail
constexpr std::size_t PREVIOUS = 0, NEXT = 8, LINKS_BYTES = 16;

bool is_short(const ListHead& head) noexcept
{
    return head.tail == 1;
}
std::size_t ids_begin(std::size_t fields_size, const ListHead& head) noexcept
{
    return fields_size + 1 + (is_short(head) ? 0 : NUMBERS_BYTES);
}

TimerId id_at(BytesView ids, std::size_t n)
{
    TimerId id;
    std::memcpy(id.bytes.data(), ids.data() + n * ID_BYTES, ID_BYTES);
    return id;
}

void write_last(std::span<u8> value, BytesView bytes)
{
    std::copy(bytes.begin(), bytes.end(), value.last(bytes.size()).begin());
}

}  // namespace

std::optional<BytesView> ChunkedList::fields() const
{
    const auto value = state_.find(head_at_);
    if (!value) return std::nullopt;
    state::require_value(value->size() >= fields_size_, key_, "the head of a list of timers is malformed");
    return value->first(fields_size_);
}

void ChunkedList::set_fields(BytesView fields)
{
    const ListHead h = head();
    edit_head(h, fields, h.ids.size());
}

u64 ChunkedList::append(const TimerId& id, std::optional<BytesView> fields)
{
    ListHead h = head();
    if (h.ids.size() == CHUNK_IDS_MAX * ID_BYTES) seal(h);
    ++h.count;
    write_last(edit_head(h, fields, h.ids.size() + ID_BYTES), view(id));
    return h.tail;
}

void ChunkedList::erase(u64 number, const TimerId& id, std::optional<BytesView> fields)
{
    ListHead h = head();
    state::require_value(h.count > 0 && number <= h.tail, key_, "this list of timers has no such chunk");
    --h.count;
    if (number == h.tail) {
        if (h.count == 0) return put_empty(fields);
        edit_head(h, fields, h.ids.size());
        return take_out(head_at_, ids_begin(fields_size_, h), id);
    }
    const At at = chunk_at(number);
    const ListChunk c = chunk(at);
    if (c.ids.size() > ID_BYTES) {
        take_out(at, LINKS_BYTES, id);
    } else {
        state::require_value(id_at(c.ids, 0) == id, key_, "a chunk of this list of timers has another timer");
        unlink(h, at, c);
    }
    if (h.count == 0) return put_empty(fields);
    edit_head(h, fields, h.ids.size());
}

void ChunkedList::erase_front(u64 count, std::optional<BytesView> fields)
{
    if (count == 0) return;
    ListHead h = head();
    state::require_value(h.count >= count, key_, "this list of timers has more than it counts");
    h.count -= count;
    const u64 first = h.first;
    u64 left = count;
    while (left > 0 && h.first != h.tail) {
        const At at = chunk_at(h.first);
        const ListChunk c = chunk(at);
        const u64 here = std::min<u64>(left, c.ids.size() / ID_BYTES);
        left -= here;
        if (here * ID_BYTES == c.ids.size()) {
            state_.erase(at);
            h.first = c.next;
        } else {
            const Bytes rest = to_bytes(c.ids.subspan(here * ID_BYTES));
            write_last(state_.edit(at, LINKS_BYTES + rest.size()), rest);
        }
    }
    if (h.count == 0) return put_empty(fields);
    if (h.first == h.tail)
        h.last = 0;
    else if (h.first != first)
        set_link(h.first, PREVIOUS, 0);
    state::require_value(left <= h.ids.size() / ID_BYTES, key_,
                         "this list of timers has fewer than it counts");
    const Bytes rest = to_bytes(h.ids.subspan(left * ID_BYTES));
    write_last(edit_head(h, fields, rest.size()), rest);
}

u64 ChunkedList::size() const
{
    return head().count;
}

u64 ChunkedList::visit(const std::function<u64(std::span<const TimerId>)>& visit) const
{
    const ListHead h = head();
    u64 visited = 0;
    for (u64 number = h.first;;) {
        const bool is_tail = number == h.tail;
        const ListChunk c = is_tail ? ListChunk{0, 0, h.ids} : chunk(chunk_at(number));
        std::array<TimerId, CHUNK_IDS_MAX> ids;
        const std::size_t here = c.ids.size() / ID_BYTES;
        for (std::size_t n = 0; n < here; ++n) ids[n] = id_at(c.ids, n);
        const u64 given = visit(std::span(ids).first(here));
        visited += given;
        if (is_tail || given < here) return visited;
        state::require_value(c.next > number, key_, "the chunks of this list of timers do not ascend");
        number = c.next;
    }
}

std::vector<TimerId> ChunkedList::entries(u64 limit) const
{
    std::vector<TimerId> out;
    visit([&](std::span<const TimerId> ids) {
        const std::size_t taken = std::min<u64>(ids.size(), limit - out.size());
        out.insert(out.end(), ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(taken));
        return taken;
    });
    return out;
}

/// The tail becomes a chunk of its own, and the next one begins.
void ChunkedList::seal(ListHead& h)
{
    const std::span<u8> bytes = state_.edit(chunk_at(h.tail), LINKS_BYTES + h.ids.size());
    write_u64(&bytes[PREVIOUS], h.last);
    write_u64(&bytes[NEXT], h.tail + 1);
    write_last(bytes, h.ids);
    h.last = h.tail++;
    h.ids = {};
}

void ChunkedList::unlink(ListHead& h, At at, const ListChunk& c)
{
    const u64 previous = c.previous, next = c.next;
    if (previous != 0)
        set_link(previous, NEXT, next);
    else
        h.first = next;
    if (next != h.tail)
        set_link(next, PREVIOUS, previous);
    else
        h.last = previous;
    state_.erase(at);
}

ListHead ChunkedList::head() const
{
    const auto value = state_.find(head_at_);
    if (!value) return {};
    const auto decoded =
        value->size() < fields_size_ ? std::nullopt : decode_list_head(value->subspan(fields_size_));
    state::require_value(decoded.has_value(), key_, "the head of a list of timers is malformed");
    return *decoded;
}

At ChunkedList::chunk_at(u64 number) const
{
    return state_.at(chunk_key(key_, number));
}

ListChunk ChunkedList::chunk(At at) const
{
    const auto value = state_.find(at);
    const auto decoded = value ? decode_list_chunk(*value) : std::nullopt;
    state::require_value(decoded.has_value(), key_, "a chunk of this list of timers is missing or malformed");
    return *decoded;
}

void ChunkedList::take_out(At at, std::size_t ids_at, const TimerId& id)
{
    const std::size_t size = state_.find(at)->size();
    const std::span<u8> bytes = state_.edit(at, size);
    for (std::size_t here = ids_at; here < size; here += ID_BYTES)
        if (std::memcmp(bytes.data() + here, id.bytes.data(), ID_BYTES) == 0) {
            std::memmove(bytes.data() + here, bytes.data() + here + ID_BYTES, size - here - ID_BYTES);
            state_.edit(at, size - ID_BYTES);
            return;
        }
    state::value_damaged(key_, "this list of timers lacks the timer " + to_hex(id));
}

void ChunkedList::set_link(u64 number, std::size_t link, u64 to)
{
    const At at = chunk_at(number);
    static_cast<void>(chunk(at));
    write_u64(&state_.edit(at, state_.find(at)->size())[link], to);
}

std::span<u8> ChunkedList::edit_head(const ListHead& h, std::optional<BytesView> fields,
                                     std::size_t ids_bytes)
{
    const bool is_new = !fields && !state_.find(head_at_);
    const std::size_t ids_at = ids_begin(fields_size_, h);
    const std::span<u8> bytes = state_.edit(head_at_, ids_at + ids_bytes);
    if (fields)
        std::copy(fields->begin(), fields->end(), bytes.begin());
    else if (is_new)
        std::fill_n(bytes.begin(), fields_size_, u8{0});
    u8* const form = &bytes[fields_size_];
    *form = is_short(h) ? SHORT_LIST : LONG_LIST;
    if (is_short(h)) return bytes;
    write_u64(form + 1, h.count);
    write_u64(form + 9, h.first);
    write_u64(form + 17, h.last);
    write_u64(form + 25, h.tail);
    return bytes;
}

void ChunkedList::put_empty(std::optional<BytesView> fields)
{
    if (when_empty_ == WhenEmpty::keeps_fields)
        edit_head({}, fields, 0);
    else
        state_.erase(head_at_);
}

}  // namespace lariat::timers
