// Reads timers and operations from an untrusted source, and checks every field against docs/state-layout.md.
#include "timers/proved_reading.hpp"

#include <utility>

#include "base/codec.hpp"
#include "base/hex.hpp"
#include "timers/list_layout.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

void add_ids(std::vector<TimerId>& out, BytesView ids)
{
    for (Reader r(ids); r.left() > 0;) out.push_back(r.get_hash());
}

/// A payload that the record says stands beside it.
Result<Bytes, std::string> read_payload(BytesView key, const ValueOf& value_of)
{
    auto payload = value_of(key);
    if (!payload) return payload.error();
    if (!payload.value() || payload.value()->size() <= INLINE_PAYLOAD_MAX)
        return std::string("the record has its payload beside it, and there is none that long");
    return *std::move(payload).value();
}

Result<std::vector<WatchKey>, std::string> read_watch_keys(const Timer& watch, const ValueOf& value_of)
{
    const auto value = value_of(watch_keys_key(watch.id));
    if (!value) return value.error();
    auto keys = value.value() && value.value()->size() == watch.long_watch_keys
                    ? decode_watch_keys(*value.value())
                    : std::nullopt;
    if (!keys) return "the keys of watch " + to_hex(watch.id) + " are not as its record says";
    return std::move(*keys);
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
    if (timer.long_payload != 0) {
        auto payload = read_payload(payload_key(id, timer.slot), value_of);
        if (!payload) return payload.error();
        if (payload.value().size() != timer.long_payload)
            return "the payload of timer " + to_hex(id) + " is not as long as its record says";
        timer.payload = std::move(payload).value();
    }
    if (timer.long_watch_keys != 0) {
        auto keys = read_watch_keys(timer, value_of);
        if (!keys) return keys.error();
        timer.watch_keys = std::move(keys).value();
    }
    return std::optional<Timer>(std::move(timer));
}

Result<std::optional<Operation>, std::string> read_operation(const OperationId& id, const ValueOf& value_of)
{
    const auto record = value_of(operation_key(id));
    if (!record) return record.error();
    if (!record.value()) return std::optional<Operation>{};
    auto decoded = decode_operation(*record.value());
    if (!decoded) return decoded.error();
    Operation operation = std::move(decoded).value();
    if (operation.id != id) return "the record is of operation " + to_hex(operation.id);
    if (operation.long_payload) {
        auto payload = read_payload(operation_payload_key(id), value_of);
        if (!payload) return payload.error();
        operation.payload = std::move(payload).value();
    }
    return std::optional<Operation>(std::move(operation));
}

Result<std::vector<TimerId>, std::string> read_height(u64 height, const ValueOf& value_of)
{
    const Key key = height_key(height);
    std::vector<TimerId> ids;
    const auto found = value_of(key);
    if (!found) return found.error();
    if (!found.value()) return ids;
    const auto head = decode_height_head(*found.value());
    if (!head) return std::string("malformed head of a list");
    if (head->height != height) return "the list is of height " + std::to_string(head->height);
    u64 previous = 0;
    for (u64 number = head->list.first; number != head->list.tail;) {
        const auto value = value_of(chunk_key(key, number));
        if (!value) return value.error();
        const auto chunk = value.value() ? decode_list_chunk(*value.value()) : std::nullopt;
        if (!chunk) return number_of(number) + (value.value() ? " is malformed" : " is absent");
        if (chunk->previous != previous) return number_of(number) + " does not follow the one before";
        add_ids(ids, chunk->ids);
        if ((chunk->next == head->list.tail) != (number == head->list.last))
            return number_of(number) + (number == head->list.last ? " is the last, and leads on"
                                                                  : " ends it, and is not its last");
        if (chunk->next <= number || chunk->next > head->list.tail)
            return number_of(number) + " leads back, or past the last one";
        previous = std::exchange(number, chunk->next);
    }
    add_ids(ids, head->list.ids);
    if (ids.size() != head->list.count)
        return "the list has " + std::to_string(ids.size()) + " timers, its head says " +
               std::to_string(head->list.count);
    return ids;
}

}  // namespace lariat::timers
