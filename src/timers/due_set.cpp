// Changes to the due set, and how each change is undone. Timers that stand again: due_set_eras.cpp.
// Rebuilding and comparing: due_set_rebuild.cpp.
#include "timers/due_set.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers {

namespace {

Key expired_block_key(u64 number)
{
    return Key(EXPIRED_BLOCK_TABLE).add_u64(number);
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

void DueSet::put_in(std::optional<u64> stood, u64 arrival, const WaitingTimer& timer)
{
    if (!stood) {
        tree_.insert(arrival, timer);
        count(timer.expires_at, 1);
        return;
    }
    Stood& in = stood_.at(*stood);
    in.tree.insert(arrival, timer);
    if (timer.expires_at < in.judged) {
        ++in.dead;
        ++stood_dead_;
    }
    note_first(*stood, in);
}

void DueSet::take_from(std::optional<u64> stood, u64 arrival)
{
    const WaitingTimer* timer = tree_of(stood).find(arrival);
    LARIAT_ASSERT(timer);
    if (!stood) {
        count(timer->expires_at, -1);
        tree_.erase(arrival);
        return;
    }
    Stood& from = stood_.at(*stood);
    if (timer->expires_at < from.judged) {
        --from.dead;
        --stood_dead_;
    }
    from.tree.erase(arrival);
    note_first(*stood, from);
    if (from.tree.size() == 0) drained_.push_back(*stood);
}

void DueSet::add_waiting(const Timer& timer)
{
    const u64 arrival = timer.place.arrival;
    put_in(std::nullopt, arrival, entry_of(timer));
    state_.on_revert([this, arrival] { take_from(std::nullopt, arrival); });
    for (WaitingOrder* order : orders_) order->joined(timer, judged_);
}

void DueSet::add_parked(const Timer& timer)
{
    const u64 arrival = timer.place.arrival, gas_limit = timer.place.parked_gas;
    put_in(std::nullopt, arrival, entry_of(timer));
    parked_.emplace(gas_limit, arrival);
    state_.on_revert([this, arrival, gas_limit] {
        take_from(std::nullopt, arrival);
        parked_.erase({gas_limit, arrival});
    });
}

void DueSet::add_idle(const Timer& watch)
{
    LARIAT_ASSERT(watch.place.where == Place::Where::idle);
    idle_.insert(watch.watch_number, watch.id, watch.expires_at);
    state_.on_revert([this, number = watch.watch_number] { idle_.erase(number); });
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
        case Place::Where::idle:
            idle_.erase(timer.watch_number);
            state_.on_revert([this, number = timer.watch_number, id = timer.id, at = timer.expires_at] {
                idle_.insert(number, id, at);
            });
            return;
        case Place::Where::waiting:
        case Place::Where::parked:
        case Place::Where::standing:
            break;
    }
    const Spot spot = spot_of(timer);
    if (spot.by_cap) {
        const Standing before = standing_.at(arrival);
        stand_no_longer(arrival);
        state_.on_revert([this, arrival, before] { stand(arrival, before); });
        return;
    }
    const WaitingTimer before = *tree_of(spot.stood).find(arrival);
    const bool in_parked =
        before.parked && !spot.stood && parked_.erase({timer.place.parked_gas, arrival}) == 1;
    take_from(spot.stood, arrival);
    state_.on_revert(
        [this, arrival, before, stood = spot.stood, in_parked, gas_limit = timer.place.parked_gas] {
            put_in(stood, arrival, before);
            if (in_parked) parked_.emplace(gas_limit, arrival);
        });
    if (before.parked) return;
    for (WaitingOrder* order : orders_) order->left(timer);
}

void DueSet::set_parked_gas(Timer& timer, u64 gas, u64 era)
{
    LARIAT_ASSERT(where_is(timer) == Place::Where::parked);
    const u64 arrival = timer.place.arrival, before = timer.place.parked_gas;
    const auto change = [this, arrival](u64 from, u64 to) {
        parked_.erase({from, arrival});
        parked_.emplace(to, arrival);
    };
    change(before, gas);
    state_.on_revert([=] { change(gas, before); });
    timer.place.parked_gas = gas;
    timer.place.era = era;  // endings before this one did not concern the new limit
}

void DueSet::set_expiry(const Timer& timer, u64 expires_at)
{
    if (timer.place.where == Place::Where::idle) {
        idle_.set_expiry(timer.watch_number, expires_at);
        state_.on_revert([this, number = timer.watch_number, before = timer.expires_at] {
            idle_.set_expiry(number, before);
        });
        return;
    }
    if (timer.place.where != Place::Where::waiting && timer.place.where != Place::Where::parked) return;
    if (in_batch(timer.id)) return;
    const Spot spot = spot_of(timer);
    if (spot.by_cap) return;  // intake reads the expiry from the record
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
    if (before.parked || spot.stood) return;
    for (WaitingOrder* order : orders_) order->expiry_changed(timer, expires_at);
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
    const u64 died_idle = idle_.expire_below(bound);
    const auto append = [&](u64 era) {
        const u64 number = counters.next_death++;
        expired_blocks_.emplace(number, ExpiredBlock{bound, era});
        Writer w;
        w.put_u64(bound).put_u64(era);
        state_.put(expired_block_key(number), w.take());
    };
    if (died > 0) append(counters.era);
    if (died_idle > 0) append(ExpiredBlock::IDLE);
    return died + died_idle;
}

u64 DueSet::dead_below() const
{
    if (!standing_.empty()) return 0;
    return stood_.empty() ? judged_ : stood_.begin()->second.judged;  // judged never falls
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
        if (block->second.era == ExpiredBlock::IDLE) {
            if (const auto id = idle_.first_expired(block->second.bound)) return id;
        } else {
            const ArrivalTree& tree = tree_of(stood_since(block->second.era));
            if (const auto arrival = tree.first_expired(block->second.bound)) return tree.find(*arrival)->id;
        }
        state_.erase(expired_block_key(block->first));
        expired_blocks_.erase(block);
    }
    if (dead_.empty()) return std::nullopt;
    return dead_.begin()->second;
}

u64 DueSet::dead_count() const noexcept
{
    return dead_.size() + expired_waiting_ + idle_.dead() + stood_dead_;
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

}  // namespace lariat::timers
