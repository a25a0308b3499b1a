// Changes to the due set and how each is undone. What stands again is in due_set_eras.cpp.
#include "timers/due_set.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers {

namespace {

constexpr u8 EXPIRED_BLOCK = 'd';  // d ‖ number of death → bound of the expiries it stands for, era

Bytes expired_block_key(u64 number)
{
    Writer w;
    w.put_u8(EXPIRED_BLOCK).put_u64(number);
    return w.take();
}

WaitingTimer entry_of(const Timer& timer)
{
    return {timer.id, timer.expires_at, timer.place.where == Place::Where::parked};
}

}  // namespace

void DueSet::count(u64 expires_at, i64 by)
{
    const auto it = expiries_.try_emplace(expires_at, 0).first;
    it->second += static_cast<u64>(by);
    if (it->second == 0) expiries_.erase(it);
    if (expires_at < judged_) expired_waiting_ += static_cast<u64>(by);
}

void DueSet::put_in(Stood* stood, u64 arrival, const WaitingTimer& timer)
{
    if (!stood) {
        tree_.insert(arrival, timer);
        count(timer.expires_at, 1);
        return;
    }
    stood->tree.insert(arrival, timer);
    if (timer.expires_at < stood->judged) ++stood->dead;
}

void DueSet::take_from(Stood* stood, u64 arrival)
{
    const WaitingTimer* timer = tree_of(stood).find(arrival);
    LARIAT_ASSERT(timer);
    if (!stood) {
        count(timer->expires_at, -1);
        tree_.erase(arrival);
        return;
    }
    if (timer->expires_at < stood->judged) --stood->dead;
    stood->tree.erase(arrival);
}

void DueSet::add_waiting(const Timer& timer)
{
    const u64 arrival = timer.place.arrival;
    put_in(nullptr, arrival, entry_of(timer));
    state_.on_revert([this, arrival] { take_from(nullptr, arrival); });
    if (order_) order_->joined(timer, judged_);
}

void DueSet::add_parked(const Timer& timer)
{
    const u64 arrival = timer.place.arrival, gas_limit = *timer.gas_limit;
    put_in(nullptr, arrival, entry_of(timer));
    parked_.emplace(gas_limit, arrival);
    state_.on_revert([this, arrival, gas_limit] {
        take_from(nullptr, arrival);
        parked_.erase({gas_limit, arrival});
    });
}

void DueSet::remove(const Timer& timer)
{
    const u64 arrival = timer.place.arrival;
    switch (timer.place.where) {
        case Place::Where::pending:
            return;
        case Place::Where::dead:
            dead_.erase(timer.place.death.number);
            state_.on_revert(
                [this, number = timer.place.death.number, id = timer.id] { dead_.emplace(number, id); });
            return;
        case Place::Where::waiting:
        case Place::Where::parked:
        case Place::Where::standing:
            break;
    }
    const Spot spot = spot_of(timer);
    if (spot.by_cap) {
        standing_.erase(arrival);
        state_.on_revert([this, arrival, id = timer.id] { standing_.emplace(arrival, id); });
        return;
    }
    const WaitingTimer before = *tree_of(spot.stood).find(arrival);
    const bool in_parked = before.parked && !spot.stood && parked_.erase({*timer.gas_limit, arrival}) == 1;
    take_from(spot.stood, arrival);
    state_.on_revert(
        [this, arrival, before, stood = spot.stood, in_parked, gas_limit = timer.gas_limit.value_or(0)] {
            put_in(stood, arrival, before);
            if (in_parked) parked_.emplace(gas_limit, arrival);
        });
    if (order_ && !before.parked) order_->left(timer);
}

void DueSet::set_expiry(const Timer& timer, u64 expires_at)
{
    if (timer.place.where != Place::Where::waiting && timer.place.where != Place::Where::parked) return;
    if (in_batch(timer.id)) return;
    const Spot spot = spot_of(timer);
    if (spot.by_cap) return;  // its expiry is read when it is taken in
    const u64 arrival = timer.place.arrival;
    const WaitingTimer before = *tree_of(spot.stood).find(arrival);
    const auto change = [this, arrival, stood = spot.stood](const WaitingTimer& to) {
        take_from(stood, arrival);
        put_in(stood, arrival, to);
    };
    WaitingTimer after = before;
    after.expires_at = expires_at;
    change(after);
    state_.on_revert([=] { change(before); });
    if (order_ && !before.parked && !spot.stood) order_->expiry_changed(timer, expires_at);
}

u64 DueSet::waiting_and_parked(u64 judged_height) const
{
    LARIAT_ASSERT(judged_height == judged_);
    return tree_.size() - expired_waiting_;
}

u64 DueSet::expire_below(u64 bound, Counters& counters)
{
    u64 died = 0;
    for (auto it = expiries_.lower_bound(judged_); it != expiries_.end() && it->first < bound; ++it)
        died += it->second;
    judged_ = counters.judged_height = bound;
    expired_waiting_ += died;
    if (died == 0) return 0;
    const u64 number = counters.next_death++;
    expired_blocks_.emplace(number, ExpiredBlock{bound, counters.era});
    Writer w;
    w.put_u64(bound).put_u64(counters.era);
    state_.put(expired_block_key(number), w.take());
    return died;
}

void DueSet::add_dead(const Timer& timer)
{
    const u64 number = timer.place.death.number;
    LARIAT_ASSERT(timer.place.where == Place::Where::dead);
    dead_.emplace(number, timer.id);
    state_.on_revert([this, number] { dead_.erase(number); });
}

std::optional<TimerId> DueSet::first_dead()
{
    while (!expired_blocks_.empty()) {
        const auto block = expired_blocks_.begin();
        if (!dead_.empty() && dead_.begin()->first < block->first) break;
        const ArrivalTree& tree = tree_of(stood_since(block->second.era));
        if (const auto arrival = tree.first_expired(block->second.bound)) return tree.find(*arrival)->id;
        state_.erase(expired_block_key(block->first));
        expired_blocks_.erase(block);
    }
    if (dead_.empty()) return std::nullopt;
    return dead_.begin()->second;
}

u64 DueSet::dead_count() const noexcept
{
    u64 n = dead_.size() + expired_waiting_;
    for (const auto& [era, stood] : stood_) n += stood.dead;
    return n;
}

void DueSet::add_to_batch(const TimerId& id, const BatchEntry& entry)
{
    batch_.emplace(id, entry);
}

const DueSet::BatchEntry* DueSet::in_batch(const TimerId& id) const
{
    const auto it = batch_.find(id);
    return it == batch_.end() ? nullptr : &it->second;
}

void DueSet::take_from_batch(const TimerId& id)
{
    const auto taken = batch_.erase(id);
    LARIAT_ASSERT(taken == 1);
}

void DueSet::cancel_in_batch(const TimerId& id)
{
    const BatchEntry entry = batch_.at(id);
    batch_.erase(id);
    batch_cancelled_.push_back(entry);
    state_.on_revert([this, id, entry] {
        batch_.emplace(id, entry);
        batch_cancelled_.pop_back();
    });
}

std::vector<DueSet::BatchEntry> DueSet::cancelled_in_batch()
{
    return std::exchange(batch_cancelled_, {});
}

StatusOf<std::string> DueSet::rebuild(const state::Readable& store, const Counters& counters,
                                      const std::function<void(const Timer&)>& waits)
{
    judged_ = counters.judged_height;
    rebuild_eras(store);
    const auto read = for_each_timer(store, [&](const Timer& t) {
        if (t.place.where == Place::Where::pending) return;
        if (t.place.where == Place::Where::dead) {
            dead_.emplace(t.place.death.number, t.id);
            return;
        }
        const Spot spot = spot_of(t);
        if (spot.by_cap) {
            standing_.emplace(t.place.arrival, t.id);
            return;
        }
        put_in(spot.stood, t.place.arrival, entry_of(t));
        if (waits && t.place.where == Place::Where::waiting && !spot.stood) waits(t);
        if (t.place.where == Place::Where::parked && !spot.stood && spot.where != Place::Where::dead)
            parked_.emplace(*t.gas_limit, t.place.arrival);
    });
    store.for_each([&](BytesView at, BytesView value) {
        if (at.size() != 9 || at[0] != EXPIRED_BLOCK) return;
        Reader r(value);
        const u64 bound = r.get_u64();
        expired_blocks_.emplace(Reader(at.subspan(1)).get_u64(), ExpiredBlock{bound, r.get_u64()});
    });
    return read;
}

}  // namespace lariat::timers
