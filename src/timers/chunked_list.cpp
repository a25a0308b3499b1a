// The chunks: header {first, last, next number, count}, chunk {previous, next, live, slots}.
#include "timers/chunked_list.hpp"

#include "base/codec.hpp"

namespace lariat::timers {

namespace {
constexpr u16 SLOTS_MAX = 32;  // 32 ids of 32 bytes: a chunk stays about a kilobyte
}

ListPosition ChunkedList::append(const TimerId& id)
{
    LARIAT_ASSERT(!id.is_zero());
    std::optional<Header> found = header();
    Header h = found.value_or(Header{});
    Chunk c;
    if (found) c = chunk(h.last);
    if (!found || c.slots.size() == SLOTS_MAX) {
        const u64 number = h.next++;
        if (found) {
            c.next = number;
            put_chunk(h.last, c);
        } else {
            h.first = number;
        }
        c = Chunk{.previous = found ? h.last : NONE, .next = NONE, .slots = {}, .live = 0};
        h.last = number;
    }
    c.slots.push_back(id);
    ++c.live;
    ++h.count;
    put_chunk(h.last, c);
    put_header(h);
    return {h.last, static_cast<u16>(c.slots.size() - 1)};
}

void ChunkedList::erase(const ListPosition& position)
{
    const std::optional<Header> found = header();
    LARIAT_ASSERT(found);
    Header h = *found;
    Chunk c = chunk(position.chunk);
    LARIAT_ASSERT(position.slot < c.slots.size() && !c.slots[position.slot].is_zero());
    c.slots[position.slot] = TimerId{};
    --c.live;
    --h.count;
    if (c.live == 0)
        unlink(h, position.chunk, c);
    else
        put_chunk(position.chunk, c);
    if (h.count == 0)
        state_.erase(prefix_);
    else
        put_header(h);
}

u64 ChunkedList::size() const
{
    const auto h = header();
    return h ? h->count : 0;
}

std::optional<TimerId> ChunkedList::front() const
{
    const std::vector<TimerId> first = entries(1);
    return first.empty() ? std::nullopt : std::optional{first.front()};
}

std::vector<TimerId> ChunkedList::entries(u64 limit) const
{
    std::vector<TimerId> out;
    const auto h = header();
    if (!h) return out;
    for (u64 number = h->first; number != NONE && out.size() < limit;) {
        const Chunk c = chunk(number);
        for (const TimerId& id : c.slots)
            if (!id.is_zero() && out.size() < limit) out.push_back(id);
        number = c.next;
    }
    return out;
}

void ChunkedList::unlink(Header& h, u64 number, const Chunk& c)
{
    if (c.previous != NONE) {
        Chunk before = chunk(c.previous);
        before.next = c.next;
        put_chunk(c.previous, before);
    } else {
        h.first = c.next;
    }
    if (c.next != NONE) {
        Chunk after = chunk(c.next);
        after.previous = c.previous;
        put_chunk(c.next, after);
    } else {
        h.last = c.previous;
    }
    state_.erase(chunk_key(number));
}

std::optional<ChunkedList::Header> ChunkedList::header() const
{
    const auto bytes = state_.get(prefix_);
    if (!bytes) return std::nullopt;
    Reader r(*bytes);
    Header h;
    h.first = r.get_u64();
    h.last = r.get_u64();
    h.next = r.get_u64();
    h.count = r.get_u64();
    LARIAT_ASSERT(r.done());
    return h;
}

ChunkedList::Chunk ChunkedList::chunk(u64 number) const
{
    const auto bytes = state_.get(chunk_key(number));
    LARIAT_ASSERT(bytes);
    Reader r(*bytes);
    Chunk c;
    c.previous = r.get_u64();
    c.next = r.get_u64();
    c.live = r.get_u16();
    for (u16 n = r.get_u16(); n > 0; --n) c.slots.push_back(r.get_hash());
    LARIAT_ASSERT(r.done());
    return c;
}

void ChunkedList::put_header(const Header& h)
{
    Writer w;
    w.put_u64(h.first).put_u64(h.last).put_u64(h.next).put_u64(h.count);
    state_.put(prefix_, w.take());
}

void ChunkedList::put_chunk(u64 number, const Chunk& c)
{
    Writer w;
    w.put_u64(c.previous).put_u64(c.next).put_u16(c.live).put_u16(static_cast<u16>(c.slots.size()));
    for (const TimerId& id : c.slots) w.put_raw(view(id));
    state_.put(chunk_key(number), w.take());
}

Bytes ChunkedList::chunk_key(u64 number) const
{
    Writer w;
    w.put_raw(prefix_).put_u64(number);
    return w.take();
}

}  // namespace lariat::timers
