// Keeps records, payloads and indexes of timers in the state in step.
#include "timers/timer_store.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "state/damage.hpp"
#include "timers/beside_record.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

u64 nonce_of(const ChunkedList& owned)
{
    const auto fields = owned.fields();
    return fields ? Reader(*fields).get_u64() : 0;
}

}  // namespace

bool TimerStore::read(const TimerId& id, Timer& timer) const
{
    const Key key = record_key(id);
    const auto bytes = state_.find(key);
    if (!bytes) return false;
    state::require_value(read_timer(*bytes, timer), key, "the record of a timer is malformed");
    state::require_value(timer.id == id, key, "the record is that of another timer");
    return true;
}

std::optional<Timer> TimerStore::find(const TimerId& id) const
{
    std::optional<Timer> timer(std::in_place);
    if (!read(id, *timer)) timer.reset();
    return timer;
}

Timer TimerStore::find_existing(const TimerId& id) const
{
    Timer timer;
    state::require_value(read(id, timer), record_key(id), "another value refers to a timer without record");
    return timer;
}

/// Of a height that has a list.
Load TimerStore::load_of(u64 height) const
{
    const auto load = calendar_.at(height);
    state::require_value(load.has_value(), height_key(height), "the list of a height with timers is missing");
    return *load;
}

/// Takes a timer's share from the load of its height.
void TimerStore::take_from_load(Load& load, u64 height, const std::optional<u64>& gas_limit)
{
    state::require_value(load.has(gas_limit), height_key(height),
                         "the load of a height is less than its timers");
    load.take(gas_limit);
}

Bytes TimerStore::payload_of(const Timer& timer) const
{
    if (timer.long_payload == 0) return timer.payload;
    return state_.get_existing(payload_key(timer.id, timer.slot));
}

std::vector<WatchKey> TimerStore::watch_keys_of(const Timer& watch) const
{
    return timers::watch_keys_of(state_, watch);
}

bool TimerStore::contains(const TimerId& id) const
{
    return state_.contains(record_key(id));
}

void TimerStore::insert(Timer&& timer)
{
    const state::Overlay::At record = state_.at(record_key(timer.id));
    state::require_value(!state_.find(record), record_key(timer.id), "the owner has set this timer already");
    timer.place = Place{};
    keep_beside(state_, timer);
    if (timer.kind == Kind::watch) {
        timer.place.where = Place::Where::idle;
    } else {
        ChunkedList list = height_list(timer.height);
        Load load = calendar_.at(timer.height).value_or(Load{});
        load.add(timer.gas_limit);
        timer.place.in_height.chunk = list.append(timer.id, encode_height_fields(timer.height, load));
        calendar_.set(timer.height, load);
    }
    timer.in_owner.chunk = owner_list(timer.owner).append(timer.id, std::nullopt);
    put_long_payload(timer);
    put_long_watch_keys(timer);
    put_record(record, timer);
}

void TimerStore::put_long_watch_keys(Timer& timer)
{
    timer.long_watch_keys = 0;
    if (timer.kind != Kind::watch) return;
    const Bytes keys = encode_watch_keys(timer.watch_keys);
    if (keys.size() <= INLINE_WATCH_KEYS_MAX) return;
    timer.long_watch_keys = static_cast<u32>(keys.size());
    timer.watch_keys.clear();
    state_.put(watch_keys_key(timer.id), keys);
}

void TimerStore::put_long_payload(Timer& timer)
{
    const bool first_is_taken = timer.queue && timer.queue->with && timer.queue->with->long_payload != 0 &&
                                timer.queue->with->slot == PayloadSlot::first;
    timer.slot = PayloadSlot::first;
    timer.long_payload = 0;
    if (timer.payload.size() <= INLINE_PAYLOAD_MAX) return;
    if (first_is_taken) timer.slot = PayloadSlot::second;
    timer.long_payload = static_cast<u32>(timer.payload.size());
    state_.put(payload_key(timer.id, timer.slot), std::exchange(timer.payload, {}));
}

void TimerStore::change(Timer& timer, const std::optional<u64>& gas_limit, u128 bid, Bytes payload)
{
    if (timer.place.where == Place::Where::pending) {
        Load load = load_of(timer.height);
        take_from_load(load, timer.height, timer.gas_limit);
        load.add(gas_limit);
        height_list(timer.height).set_fields(encode_height_fields(timer.height, load));
        calendar_.set(timer.height, load);
    }
    timer.gas_limit = gas_limit;
    timer.bid = bid;
    if (timer.long_payload != 0) state_.erase(payload_key(timer.id, timer.slot));
    timer.payload = std::move(payload);
    put_long_payload(timer);
    update(timer);
}

void TimerStore::update(const Timer& timer)
{
    update(timer, record_key(timer.id));
}

void TimerStore::update(const Timer& timer, const Key& key)
{
    put_record(state_.at(key), timer);
}

void TimerStore::put_record(state::Overlay::At at, const Timer& timer)
{
    record_.clear();
    put_timer(record_, timer);
    state_.put(at, record_.bytes());
}

void TimerStore::remove(const Timer& timer)
{
    if (timer.place.where == Place::Where::pending) leave_list_of_height(timer);
    owner_list(timer.owner).erase(timer.in_owner.chunk, timer.id, std::nullopt);
    erase_beside(state_, timer);
    if (timer.long_payload != 0) state_.erase(payload_key(timer.id, timer.slot));
    if (timer.long_watch_keys != 0) state_.erase(watch_keys_key(timer.id));
    state_.erase(record_key(timer.id));
}

void TimerStore::leave_height(Timer& timer, const Place& place)
{
    LARIAT_ASSERT(timer.place.where == Place::Where::pending && place.where != Place::Where::pending);
    leave_list_of_height(timer);
    timer.place = place;
    update(timer);
}

void TimerStore::leave_list_of_height(const Timer& timer)
{
    Load load = load_of(timer.height);
    take_from_load(load, timer.height, timer.gas_limit);
    ChunkedList list = height_list(timer.height);
    list.erase(timer.place.in_height.chunk, timer.id, encode_height_fields(timer.height, load));
    if (list.fields())
        calendar_.set(timer.height, load);
    else
        calendar_.erase(timer.height);
}

bool TimerStore::take_in(u64 height, const std::function<bool(Timer&&)>& take)
{
    ChunkedList list = height_list(height);
    Load load = load_of(height);
    const auto take_one = [&](const TimerId& id) {
        auto timer = find(id);
        state::require_value(timer && timer->place.where == Place::Where::pending, height_key(height),
                             "a timer in the list of this height is missing or not pending");
        const std::optional<u64> gas_limit = timer->gas_limit;
        if (timer->long_payload != 0) expect(std::array{payload_key(id, timer->slot)});
        if (!take(std::move(*timer))) return false;
        take_from_load(load, height, gas_limit);
        return true;
    };
    const u64 taken = list.visit([&](std::span<const TimerId> ids) {
        read_ahead(ids);
        return static_cast<u64>(std::ranges::find_if_not(ids, take_one) - ids.begin());
    });
    list.erase_front(taken, encode_height_fields(height, load));
    if (!list.fields()) {
        calendar_.erase(height);
        return true;
    }
    if (taken > 0) calendar_.set(height, load);
    return false;
}

/// What a timer has on the disk is fetched when it comes due: records together, payloads while others fire.
void TimerStore::expect(std::span<const Key> keys) const
{
    const std::vector<BytesView> views(keys.begin(), keys.end());
    state_.expect(views);
}

void TimerStore::read_ahead(std::span<const TimerId> ids) const
{
    expect(record_keys(ids));
}

std::vector<TimerId> TimerStore::of_height(u64 height, u64 limit) const
{
    return height_list(height).entries(limit);
}
std::vector<TimerId> TimerStore::of_owner(const Address& owner) const
{
    return owner_list(owner).entries();
}
u64 TimerStore::count_of_owner(const Address& owner) const
{
    return owner_list(owner).size();
}

u64 TimerStore::take_nonce(const Address& owner)
{
    ChunkedList owned = owner_list(owner);
    const u64 taken = nonce_of(owned);
    std::array<u8, OWNER_FIELDS_BYTES> fields;
    write_u64(fields.data(), taken + 1);
    owned.set_fields(fields);
    return taken;
}

u64 TimerStore::nonce(const Address& owner) const
{
    return nonce_of(owner_list(owner));
}

ChunkedList TimerStore::height_list(u64 height) const
{
    return {state_, height_key(height), HEIGHT_FIELDS_BYTES, ChunkedList::WhenEmpty::is_erased};
}

ChunkedList TimerStore::owner_list(const Address& owner) const
{
    return {state_, owner_key(owner), OWNER_FIELDS_BYTES, ChunkedList::WhenEmpty::keeps_fields};
}

}  // namespace lariat::timers
