// Changes to the due set and how each is undone.
#include "timers/due_set.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "timers/timer_store.hpp"

namespace lariat::timers {

namespace {

constexpr u8 EXPIRED_BLOCK = 'd';  // d ‖ number of death → bound of the expiries it stands for

Bytes expired_block_key(u64 number)
{
    Writer w;
    w.put_u8(EXPIRED_BLOCK).put_u64(number);
    return w.take();
}

}  // namespace

void DueSet::count(u64 expires_at, i64 by)
{
    const auto it = expiries_.try_emplace(expires_at, 0).first;
    it->second += static_cast<u64>(by);
    if (it->second == 0) expiries_.erase(it);
    if (expires_at < judged_) expired_waiting_ += static_cast<u64>(by);
}

void DueSet::put_in_tree(u64 arrival, const WaitingTimer& timer)
{
    tree_.insert(arrival, timer);
    count(timer.expires_at, 1);
}

void DueSet::take_from_tree(u64 arrival)
{
    const WaitingTimer* timer = tree_.find(arrival);
    LARIAT_ASSERT(timer);
    count(timer->expires_at, -1);
    tree_.erase(arrival);
}

void DueSet::add_waiting(u64 arrival, const WaitingTimer& timer)
{
    put_in_tree(arrival, timer);
    state_.on_revert([this, arrival] { take_from_tree(arrival); });
}

void DueSet::add_parked(u64 arrival, const WaitingTimer& timer, u64 gas_limit)
{
    WaitingTimer parked = timer;
    parked.parked = true;
    put_in_tree(arrival, parked);
    parked_.emplace(gas_limit, arrival);
    state_.on_revert([this, arrival, gas_limit] {
        take_from_tree(arrival);
        parked_.erase({gas_limit, arrival});
    });
}

void DueSet::remove(const Timer& timer)
{
    const u64 arrival = timer.place.arrival;
    switch (timer.place.where) {
        case Place::Where::pending:
            return;
        case Place::Where::waiting:
        case Place::Where::parked: {
            const WaitingTimer before = *tree_.find(arrival);
            const u64 gas_limit = before.parked ? *timer.gas_limit : 0;
            take_from_tree(arrival);
            if (before.parked) parked_.erase({gas_limit, arrival});
            state_.on_revert([this, arrival, before, gas_limit] {
                put_in_tree(arrival, before);
                if (before.parked) parked_.emplace(gas_limit, arrival);
            });
            return;
        }
        case Place::Where::standing:
            standing_.erase(arrival);
            state_.on_revert([this, arrival, id = timer.id] { standing_.emplace(arrival, id); });
            return;
        case Place::Where::dead:
            dead_.erase(timer.place.death.number);
            state_.on_revert(
                [this, number = timer.place.death.number, id = timer.id] { dead_.emplace(number, id); });
            return;
    }
}

void DueSet::set_expiry(const Timer& timer, u64 expires_at)
{
    if (timer.place.where != Place::Where::waiting && timer.place.where != Place::Where::parked) return;
    const u64 arrival = timer.place.arrival;
    const WaitingTimer* found = tree_.find(arrival);
    if (!found) return;  // in the batch that is running
    const WaitingTimer before = *found;
    const auto change = [this, arrival](const WaitingTimer& from, WaitingTimer to) {
        count(from.expires_at, -1);
        count(to.expires_at, 1);
        tree_.replace(arrival, to);
    };
    WaitingTimer after = before;
    after.expires_at = expires_at;
    change(before, after);
    state_.on_revert([=] { change(after, before); });
}

u64 DueSet::waiting_and_parked(u64 judged_height) const
{
    LARIAT_ASSERT(judged_height == judged_);
    return tree_.size() - expired_waiting_;
}

std::vector<std::pair<u64, TimerId>> DueSet::parked_within(u64 gas_cap) const
{
    std::vector<std::pair<u64, TimerId>> out;
    for (const auto& [gas_limit, arrival] : parked_) {
        if (gas_limit > gas_cap) break;
        const WaitingTimer* timer = tree_.find(arrival);
        if (timer->expires_at >= judged_) out.emplace_back(arrival, timer->id);
    }
    std::sort(out.begin(), out.end());
    return out;
}

void DueSet::stand(const Timer& parked)
{
    const u64 arrival = parked.place.arrival;
    remove(parked);
    standing_.emplace(arrival, parked.id);
    state_.on_revert([this, arrival] { standing_.erase(arrival); });
}

std::optional<TimerId> DueSet::first_standing() const
{
    if (standing_.empty()) return std::nullopt;
    return standing_.begin()->second;
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
    expired_blocks_.emplace(number, bound);
    Writer w;
    w.put_u64(bound);
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
        if (const auto arrival = tree_.first_expired(block->second)) return tree_.find(*arrival)->id;
        state_.erase(expired_block_key(block->first));
        expired_blocks_.erase(block);
    }
    if (dead_.empty()) return std::nullopt;
    return dead_.begin()->second;
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

StatusOf<std::string> DueSet::rebuild(const state::Store& store, const Counters& counters)
{
    judged_ = counters.judged_height;
    const auto read = for_each_timer(store, [&](const Timer& t) {
        switch (t.place.where) {
            case Place::Where::pending:
                break;
            case Place::Where::waiting:
                put_in_tree(t.place.arrival, {t.id, t.expires_at, false});
                break;
            case Place::Where::parked:
                put_in_tree(t.place.arrival, {t.id, t.expires_at, true});
                parked_.emplace(*t.gas_limit, t.place.arrival);
                break;
            case Place::Where::standing:
                standing_.emplace(t.place.arrival, t.id);
                break;
            case Place::Where::dead:
                dead_.emplace(t.place.death.number, t.id);
                break;
        }
    });
    store.for_each([&](BytesView at, BytesView value) {
        if (at.size() != 9 || at[0] != EXPIRED_BLOCK) return;
        expired_blocks_.emplace(Reader(at.subspan(1)).get_u64(), Reader(value).get_u64());
    });
    return read;
}

bool DueSet::same_as(const DueSet& other) const
{
    std::vector<std::pair<u64, WaitingTimer>> ours, theirs;
    tree_.for_each([&](u64 arrival, const WaitingTimer& t) { ours.emplace_back(arrival, t); });
    other.tree_.for_each([&](u64 arrival, const WaitingTimer& t) { theirs.emplace_back(arrival, t); });
    return ours == theirs && expiries_ == other.expiries_ && judged_ == other.judged_ &&
           expired_waiting_ == other.expired_waiting_ && parked_ == other.parked_ &&
           standing_ == other.standing_ && dead_ == other.dead_ && expired_blocks_ == other.expired_blocks_;
}

}  // namespace lariat::timers
