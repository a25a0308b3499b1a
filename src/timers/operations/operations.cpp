// Implements the operations of a chain: keeps records, order and room in step.
#include "timers/operations/operations.hpp"

#include <utility>

#include "base/checked.hpp"
#include "base/codec.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

constexpr std::string_view NUMBERS_KEY = "S";

u64 second_of(const Operation& operation)
{
    return operation.place.timestamp_ms / Seconds::MS;
}

}  // namespace

Operations::Operations(state::Overlay& state) : state_(state), timeline_(comparisons_), seconds_(comparisons_)
{
}

std::optional<Operations::Numbers> Operations::readable_numbers() const
{
    const auto bytes = state_.get(view(NUMBERS_KEY));
    if (!bytes) return std::nullopt;
    Reader r(*bytes);
    Numbers n;
    for (u64* v : {&n.count, &n.next_sequence, &n.spent_second, &n.spent_gas}) *v = r.get_u64();
    return r.done() ? std::optional(n) : std::nullopt;
}

Operations::Numbers Operations::numbers() const
{
    const auto numbers = readable_numbers();
    state::require_value(numbers.has_value(), view(NUMBERS_KEY), "the numbers of operations are malformed");
    return *numbers;
}

void Operations::put_numbers(const Numbers& n)
{
    Writer w;
    for (const u64 v : {n.count, n.next_sequence, n.spent_second, n.spent_gas}) w.put_u64(v);
    state_.put(view(NUMBERS_KEY), w.bytes());
}

void Operations::begin()
{
    put_numbers({});
}

void Operations::rebuild(state::Walk& walk)
{
    timeline_.clear();
    seconds_.clear();
    if (!state_.contains(view(NUMBERS_KEY))) return walk.refuse("the state has no schedule of operations");
    const auto read = readable_numbers();
    if (!read) return walk.refuse(view(NUMBERS_KEY), "the numbers of operations are malformed");
    const Numbers n = *read;
    if (n.spent_second > Seconds::LAST)
        return walk.refuse(view(NUMBERS_KEY), "the second that is used is none");
    if (n.spent_gas > 0) seconds_.take(n.spent_second, n.spent_gas);
    walk.on(OPERATION_TABLE, RECORD_KEY_BYTES, [this, &walk, n](BytesView at, BytesView value) {
        const auto decoded = decode_operation(value);
        if (!decoded) return walk.refuse(at, decoded.error());
        const Operation& o = decoded.value();
        if (!equal(operation_key(o.id), at))
            return walk.refuse(at, "the record is that of another operation");
        if (o.place.sequence >= n.next_sequence)
            return walk.refuse(at, "the sequence " + std::to_string(o.place.sequence) + " was never given");
        if (second_of(o) < n.spent_second)
            return walk.refuse(at, "the operation is earlier than one that has ended");
        if (!checked_add(seconds_.taken(second_of(o)), o.gas_limit))
            return walk.refuse(at, "the gas limits of one second add up to more than 2^64 - 1");
        if (timeline_.contains(o.place)) return walk.refuse(at, "another operation has the same place");
        timeline_.insert(o.place, {o.id, o.account});
        seconds_.take(second_of(o), o.gas_limit);
    });
    walk.then([this, n]() -> state::Walk::Status {
        if (n.count != count()) return std::string("the schedule counts operations that are not there");
        return {};
    });
}

bool Operations::same_as(const Operations& other) const
{
    return timeline_ == other.timeline_ && seconds_ == other.seconds_;
}

void Operations::take(u64 second, u64 cycles)
{
    seconds_.take(second, cycles);
    state_.on_revert([this, second, cycles] { seconds_.give_back(second, cycles); });
}

void Operations::give_back(u64 second, u64 cycles)
{
    seconds_.give_back(second, cycles);
    state_.on_revert([this, second, cycles] { seconds_.take(second, cycles); });
}

void Operations::insert(Operation o)
{
    state::require_value(!state_.contains(operation_key(o.id)), operation_key(o.id),
                         "the account has scheduled this operation already");
    Numbers n = numbers();
    o.place.sequence = n.next_sequence++;
    ++n.count;
    put_numbers(n);
    if (o.payload.size() > INLINE_PAYLOAD_MAX) {
        o.long_payload = true;
        state_.put(operation_payload_key(o.id), std::exchange(o.payload, {}));
    }
    state_.put(operation_key(o.id), encode(o));
    timeline_.insert(o.place, {o.id, o.account});
    state_.on_revert([this, place = o.place] { timeline_.erase(place); });
    take(second_of(o), o.gas_limit);
}

void Operations::erase(const Operation& o)
{
    state_.erase(operation_key(o.id));
    if (o.long_payload) state_.erase(operation_payload_key(o.id));
    timeline_.erase(o.place);
    state_.on_revert([this, place = o.place, entry = Timeline::Entry{o.id, o.account}] {
        timeline_.insert(place, entry);
    });
}

void Operations::drop(const Operation& o)
{
    erase(o);
    Numbers n = numbers();
    --n.count;
    put_numbers(n);
    give_back(second_of(o), o.gas_limit);
}

void Operations::end(const Operation& o)
{
    erase(o);
    Numbers n = numbers();
    --n.count;
    const u64 second = second_of(o);
    state::require_value(second >= n.spent_second, operation_key(o.id),
                         "the operation is earlier than one that has ended");
    if (second > n.spent_second) {
        if (n.spent_gas > 0) give_back(n.spent_second, n.spent_gas);
        n.spent_second = second;
        n.spent_gas = 0;
    }
    n.spent_gas += o.gas_limit;
    put_numbers(n);
}

u64 Operations::next_sequence() const
{
    return numbers().next_sequence;
}

std::optional<Operation> Operations::find(const OperationId& id) const
{
    const auto bytes = state_.get(operation_key(id));
    if (!bytes) return std::nullopt;
    auto decoded = decode_operation(*bytes);
    state::require_value(decoded.ok(), operation_key(id), "the record of an operation is malformed");
    return std::move(decoded).value();
}

Bytes Operations::payload_of(const Operation& operation) const
{
    if (!operation.long_payload) return operation.payload;
    return state_.get_existing(operation_payload_key(operation.id));
}

std::optional<u64> Operations::second_with_room(u64 from, u64 gas_limit, u64 cap) const
{
    if (gas_limit > cap) return std::nullopt;
    return seconds_.first_with_at_most(from, cap - gas_limit);
}

}  // namespace lariat::timers
