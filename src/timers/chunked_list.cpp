// The chunks: header {first, last, next number, count}, chunk {previous, next, live, slots, ids}.
#include "timers/chunked_list.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {
constexpr u16 SLOTS_MAX = 32;  // 32 ids of 32 bytes: a chunk stays about a kilobyte
constexpr std::size_t ID_SIZE = sizeof(TimerId::bytes);
}  // namespace

/// A chunk as it stands in the state. Changed in place: taking out one id of 32 must not decode and
/// encode the other 31.
class ChunkedList::Chunk {
public:
    static Chunk begun_after(u64 previous)
    {
        Writer w;
        w.put_u64(previous).put_u64(NONE).put_u16(0).put_u16(0);
        return Chunk(w.take());
    }
    explicit Chunk(Bytes bytes) : bytes_(std::move(bytes))
    {
        LARIAT_ASSERT(bytes_.size() >= IDS && bytes_.size() == IDS + ID_SIZE * slots());
    }

    u64 previous() const { return get(PREVIOUS).get_u64(); }
    u64 next() const { return get(NEXT).get_u64(); }
    u16 live() const { return get(LIVE).get_u16(); }
    u16 slots() const { return get(SLOTS).get_u16(); }
    TimerId id(u16 slot) const { return get(at(slot)).get_hash(); }  ///< zero: a hole

    void set_previous(u64 number) { set(PREVIOUS, Writer().put_u64(number)); }
    void set_next(u64 number) { set(NEXT, Writer().put_u64(number)); }
    void add(const TimerId& id)
    {
        bytes_.reserve(bytes_.size() + ID_SIZE);  // not twice its size: it goes to the state as it is
        bytes_.insert(bytes_.end(), id.bytes.begin(), id.bytes.end());
        set(SLOTS, Writer().put_u16(static_cast<u16>(slots() + 1)));
        set(LIVE, Writer().put_u16(static_cast<u16>(live() + 1)));
    }
    void make_hole(u16 slot)
    {
        set(at(slot), Writer().put_raw(view(TimerId{})));
        set(LIVE, Writer().put_u16(static_cast<u16>(live() - 1)));
    }

    Bytes take() { return std::move(bytes_); }

private:
    static constexpr std::size_t PREVIOUS = 0, NEXT = 8, LIVE = 16, SLOTS = 18, IDS = 20;

    static std::size_t at(u16 slot) { return IDS + ID_SIZE * slot; }
    Reader get(std::size_t offset) const { return Reader(BytesView{bytes_}.subspan(offset)); }
    void set(std::size_t offset, const Writer& value)
    {
        const BytesView v = value.bytes();
        std::copy(v.begin(), v.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
    }

    Bytes bytes_;
};

ListPosition ChunkedList::append(const TimerId& id)
{
    LARIAT_ASSERT(!id.is_zero());
    const std::optional<Header> found = header();
    Header h = found.value_or(Header{});
    std::optional<Chunk> last;
    if (found) last = chunk(h.last);
    if (!last || last->slots() == SLOTS_MAX) {
        const u64 number = h.next++;
        if (last) {
            last->set_next(number);
            put_chunk(h.last, std::move(*last));
        } else {
            h.first = number;
        }
        last = Chunk::begun_after(found ? h.last : NONE);
        h.last = number;
    }
    const u16 slot = last->slots();
    last->add(id);
    ++h.count;
    put_chunk(h.last, std::move(*last));
    put_header(h);
    return {h.last, slot};
}

void ChunkedList::erase(const ListPosition& position)
{
    const std::optional<Header> found = header();
    LARIAT_ASSERT(found);
    Header h = *found;
    Chunk c = chunk(position.chunk);
    LARIAT_ASSERT(position.slot < c.slots() && !c.id(position.slot).is_zero());
    c.make_hole(position.slot);
    --h.count;
    if (c.live() == 0)
        unlink(h, position.chunk, c);
    else
        put_chunk(position.chunk, std::move(c));
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
        for (u16 slot = 0; slot < c.slots() && out.size() < limit; ++slot)
            if (const TimerId id = c.id(slot); !id.is_zero()) out.push_back(id);
        number = c.next();
    }
    return out;
}

void ChunkedList::unlink(Header& h, u64 number, const Chunk& c)
{
    if (c.previous() != NONE) {
        Chunk before = chunk(c.previous());
        before.set_next(c.next());
        put_chunk(c.previous(), std::move(before));
    } else {
        h.first = c.next();
    }
    if (c.next() != NONE) {
        Chunk after = chunk(c.next());
        after.set_previous(c.previous());
        put_chunk(c.next(), std::move(after));
    } else {
        h.last = c.previous();
    }
    state_.erase(chunk_key(prefix_, number));
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
    auto bytes = state_.get(chunk_key(prefix_, number));
    LARIAT_ASSERT(bytes);
    return Chunk(std::move(*bytes));
}

void ChunkedList::put_header(const Header& h)
{
    Writer w;
    w.put_u64(h.first).put_u64(h.last).put_u64(h.next).put_u64(h.count);
    state_.put(prefix_, w.take());
}

void ChunkedList::put_chunk(u64 number, Chunk c)
{
    state_.put(chunk_key(prefix_, number), c.take());
}

}  // namespace lariat::timers
