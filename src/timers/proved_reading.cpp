// Every field is checked against what docs/state-layout.md says of it: the values are not trusted.
#include "timers/proved_reading.hpp"

#include <utility>

#include "base/codec.hpp"
#include "base/hex.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

constexpr u64 NONE = U64_MAX;
constexpr u16 SLOTS_MAX = 32;

struct ListHeader {
    u64 first = 0, last = 0, next = 0, count = 0;
};

std::optional<ListHeader> decode_header(BytesView bytes)
{
    Reader r(bytes);
    ListHeader h;
    h.first = r.get_u64();
    h.last = r.get_u64();
    h.next = r.get_u64();
    h.count = r.get_u64();
    if (!r.done() || h.count == 0 || h.first > h.last || h.last >= h.next) return std::nullopt;
    return h;
}

struct ListChunk {
    u64 previous = 0, next = 0;
    std::vector<TimerId> ids;  ///< without the holes
};

std::optional<ListChunk> decode_chunk(BytesView bytes)
{
    Reader r(bytes);
    ListChunk c;
    c.previous = r.get_u64();
    c.next = r.get_u64();
    const u16 live = r.get_u16();
    const u16 slots = r.get_u16();
    for (u16 slot = 0; slot < slots && r.ok(); ++slot)
        if (const TimerId id = r.get_hash(); !id.is_zero()) c.ids.push_back(id);
    if (!r.done() || slots > SLOTS_MAX || c.ids.size() != live || live == 0) return std::nullopt;
    return c;
}

std::string number_of(u64 chunk)
{
    return "chunk " + std::to_string(chunk) + " of the list";
}

}  // namespace

Result<std::optional<Timer>, std::string> read_timer(const TimerId& id, const ValueOf& value_of)
{
    const auto record = value_of(record_key(id));
    if (!record) return record.error();
    if (!record.value()) return std::optional<Timer>{};
    auto decoded = decode_timer(*record.value());
    if (!decoded) return decoded.error();
    Timer timer = std::move(decoded).value();
    if (timer.id != id) return "the record is of timer " + to_hex(timer.id);
    if (timer.long_payload) {
        auto payload = value_of(payload_key(id));
        if (!payload) return payload.error();
        if (!payload.value() || payload.value()->size() <= INLINE_PAYLOAD_MAX)
            return std::string("the record has its payload beside it, and there is none that long");
        timer.payload = std::move(*std::move(payload).value());
    }
    return std::optional<Timer>(std::move(timer));
}

Result<std::vector<TimerId>, std::string> read_height(u64 height, const ValueOf& value_of)
{
    const Bytes prefix = height_prefix(height);
    std::vector<TimerId> ids;
    const auto found = value_of(prefix);
    if (!found) return found.error();
    if (!found.value()) return ids;
    const auto header = decode_header(*found.value());
    if (!header) return std::string("malformed header of a list");
    u64 previous = NONE;
    for (u64 number = header->first;;) {
        const auto value = value_of(chunk_key(prefix, number));
        if (!value) return value.error();
        const auto chunk = value.value() ? decode_chunk(*value.value()) : std::nullopt;
        if (!chunk) return number_of(number) + (value.value() ? " is malformed" : " is absent");
        if (chunk->previous != previous) return number_of(number) + " does not follow the one before";
        ids.insert(ids.end(), chunk->ids.begin(), chunk->ids.end());
        if (chunk->next == NONE) {
            if (number != header->last) return number_of(number) + " ends it, and is not its last";
            break;
        }
        if (chunk->next <= number || chunk->next > header->last)
            return number_of(number) + " leads back, or past the last one";
        previous = std::exchange(number, chunk->next);
    }
    if (ids.size() != header->count)
        return "the list has " + std::to_string(ids.size()) + " timers, its header says " +
               std::to_string(header->count);
    return ids;
}

}  // namespace lariat::timers
