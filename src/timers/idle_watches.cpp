// Implements the set of idle watches: a tree by number of creation, and counts by expiry.
#include "timers/idle_watches.hpp"

namespace lariat::timers {

void IdleWatches::count(u64 expires_at, i64 by)
{
    const auto it = by_expiry_.try_emplace(expires_at, 0).first;
    it->second += static_cast<u64>(by);
    if (it->second == 0) by_expiry_.erase(it);
    if (expires_at < judged_) dead_ += static_cast<u64>(by);
}

void IdleWatches::insert(u64 number, const TimerId& id, u64 expires_at)
{
    tree_.insert(number, {id, expires_at, false});
    count(expires_at, 1);
}

void IdleWatches::erase(u64 number)
{
    const WaitingTimer* watch = tree_.find(number);
    LARIAT_ASSERT(watch);
    count(watch->expires_at, -1);
    tree_.erase(number);
}

void IdleWatches::set_expiry(u64 number, u64 expires_at)
{
    WaitingTimer watch = *tree_.find(number);
    count(watch.expires_at, -1);
    watch.expires_at = expires_at;
    count(expires_at, 1);
    tree_.replace(number, watch);
}

u64 IdleWatches::expire_below(u64 bound)
{
    u64 died = 0;
    for (auto it = by_expiry_.lower_bound(judged_); it != by_expiry_.end() && it->first < bound; ++it)
        died += it->second;
    judged_ = bound;
    dead_ += died;
    return died;
}

std::optional<TimerId> IdleWatches::first_expired(u64 bound) const
{
    const auto number = tree_.first_expired(bound);
    if (!number) return std::nullopt;
    return tree_.find(*number)->id;
}

bool IdleWatches::same_as(const IdleWatches& other) const
{
    const auto all = [](const ArrivalTree& tree) {
        std::vector<std::pair<u64, WaitingTimer>> out;
        tree.for_each([&](u64 number, const WaitingTimer& watch) { out.emplace_back(number, watch); });
        return out;
    };
    return judged_ == other.judged_ && dead_ == other.dead_ && by_expiry_ == other.by_expiry_ &&
           all(tree_) == all(other.tree_);
}

}  // namespace lariat::timers
