// Codecs of the state beside a timer record.
#include "timers/beside_record.hpp"

#include <utility>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

void put_count(state::Overlay& state, const Address& target, u64 count)
{
    if (count == 0) {
        state.erase(target_count_key(target));
        return;
    }
    Writer w;
    w.put_u64(count);
    state.put(target_count_key(target), w.bytes());
}

void erase_queued_payload(state::Overlay& state, const Timer& timer)
{
    if (!timer.queue || !timer.queue->with || timer.queue->with->long_payload == 0) return;
    state.erase(payload_key(timer.id, timer.queue->with->slot));
}

}  // namespace

void keep_beside(state::Overlay& state, const Timer& timer)
{
    if (timer.target != timer.owner) put_count(state, timer.target, count_of_target(state, timer.target) + 1);
    if (timer.client_nonce)
        state.put(client_nonce_key(timer.owner, timer.target, *timer.client_nonce), view(timer.id));
}

void erase_beside(state::Overlay& state, const Timer& timer)
{
    if (timer.target != timer.owner) {
        const u64 count = count_of_target(state, timer.target);
        state::require_value(count > 0, target_count_key(timer.target),
                             "a target has more timers than it counts");
        put_count(state, timer.target, count - 1);
    }
    if (timer.client_nonce) state.erase(client_nonce_key(timer.owner, timer.target, *timer.client_nonce));
    erase_queued_payload(state, timer);
}

std::optional<TimerId> with_client_nonce(const state::Overlay& state, const Address& owner,
                                         const Address& target, u64 nonce)
{
    const Key key = client_nonce_key(owner, target, nonce);
    const auto id = state.get(key);
    if (!id) return std::nullopt;
    state::require_value(id->size() == sizeof(TimerId::bytes), key,
                         "the timer id of a client nonce is malformed");
    return Reader(*id).get_hash();
}

u64 count_of_target(const state::Overlay& state, const Address& target)
{
    const auto key = target_count_key(target);
    const auto count = state.get(key);
    if (!count) return 0;
    Reader r(*count);
    const u64 timers = r.get_u64();
    state::require_value(r.done(), key, "the number of a target's timers is malformed");
    return timers;
}

void keep_queued_with(Timer& timer)
{
    timer.queue->with = QueuedWith{timer.gas_limit, timer.bid, std::exchange(timer.payload, {}),
                                   std::exchange(timer.long_payload, 0), timer.slot};
}

void forget_queued_with(state::Overlay& state, Timer& timer)
{
    if (!timer.queue || !timer.queue->with) return;
    erase_queued_payload(state, timer);
    timer.queue->with.reset();
}

std::vector<WatchKey> watch_keys_of(const state::Overlay& state, const Timer& watch)
{
    if (watch.long_watch_keys == 0) return watch.watch_keys;
    const Key key = watch_keys_key(watch.id);
    auto keys = decode_watch_keys(state.get_existing(key));
    state::require_value(keys.has_value(), key, "the keys of a watch are malformed");
    return std::move(*keys);
}

Bytes payload_queued_with(const state::Overlay& state, const Timer& timer)
{
    const QueuedWith& with = *timer.queue->with;
    if (with.long_payload == 0) return with.payload;
    return state.get_existing(payload_key(timer.id, with.slot));
}

}  // namespace lariat::timers
