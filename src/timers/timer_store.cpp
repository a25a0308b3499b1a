// Records, payloads and indexes in the state, kept in step.
#include "timers/timer_store.hpp"

#include <utility>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

std::optional<Timer> TimerStore::find(const TimerId& id) const
{
    const auto bytes = state_.get(record_key(id));
    if (!bytes) return std::nullopt;
    auto decoded = decode_timer(*bytes);
    LARIAT_ASSERT(decoded);  // written by this program, or refused when the state was opened
    return std::move(decoded).value();
}

Bytes TimerStore::payload_of(const Timer& timer) const
{
    if (!timer.long_payload) return timer.payload;
    auto payload = state_.get(payload_key(timer.id));
    LARIAT_ASSERT(payload);
    return std::move(*payload);
}

bool TimerStore::contains(const TimerId& id) const
{
    return state_.contains(record_key(id));
}

void TimerStore::insert(Timer timer)
{
    LARIAT_ASSERT(!contains(timer.id));
    timer.place = Place{};
    if (timer.kind == Kind::height) timer.place.in_height = height_list(timer.height).append(timer.id);
    timer.in_owner = owner_list(timer.owner).append(timer.id);
    if (timer.payload.size() > INLINE_PAYLOAD_MAX) {
        timer.long_payload = true;
        state_.put(payload_key(timer.id), std::exchange(timer.payload, {}));
    }
    update(timer);
}

void TimerStore::update(const Timer& timer)
{
    state_.put(record_key(timer.id), encode(timer));
}

void TimerStore::remove(const Timer& timer)
{
    if (timer.place.where == Place::Where::pending && timer.kind == Kind::height)
        height_list(timer.height).erase(timer.place.in_height);
    owner_list(timer.owner).erase(timer.in_owner);
    if (timer.long_payload) state_.erase(payload_key(timer.id));
    state_.erase(record_key(timer.id));
}

void TimerStore::leave_height(Timer& timer, const Place& place)
{
    LARIAT_ASSERT(timer.place.where == Place::Where::pending && place.where != Place::Where::pending);
    height_list(timer.height).erase(timer.place.in_height);
    timer.place = place;
    update(timer);
}

std::optional<TimerId> TimerStore::front_of_height(u64 height) const
{
    return height_list(height).front();
}
std::vector<TimerId> TimerStore::of_height(u64 height) const
{
    return height_list(height).entries();
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
    const u64 taken = nonce(owner);
    Writer w;
    w.put_u64(taken + 1);
    state_.put(nonce_key(owner), w.take());
    return taken;
}

u64 TimerStore::nonce(const Address& owner) const
{
    const auto bytes = state_.get(nonce_key(owner));
    return bytes ? Reader(*bytes).get_u64() : 0;
}

ChunkedList TimerStore::height_list(u64 height) const
{
    return {state_, height_prefix(height)};
}

ChunkedList TimerStore::owner_list(const Address& owner) const
{
    return {state_, owner_prefix(owner)};
}

StatusOf<std::string> for_each_timer(const state::Store& store,
                                     const std::function<void(const Timer&)>& visit)
{
    StatusOf<std::string> read;
    store.for_each([&](BytesView at, BytesView value) {
        if (!read || at.empty() || at[0] != RECORD_TABLE) return;
        const auto decoded = decode_timer(value);
        if (decoded)
            visit(decoded.value());
        else
            read = decoded.error();
    });
    return read;
}

}  // namespace lariat::timers
