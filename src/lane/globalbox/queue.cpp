// Implements the Globalbox queue; the head of each target is kept in order.
#include "lane/globalbox/queue.hpp"

#include <functional>
#include <tuple>
#include <utility>

#include "lariat/assert.hpp"

namespace lariat::lane {

std::strong_ordering QueueOrder::operator<=>(const QueueOrder& o) const noexcept
{
    return std::tie(rank, o.bucket, cursor, due_height, target, id) <=>
           std::tie(o.rank, bucket, o.cursor, o.due_height, o.target, o.id);
}

QueueOrder order_of(const timers::Timer& timer)
{
    LARIAT_ASSERT(timer.queue);
    return {timer.queue->rank, timer.queue->bucket, timer.queue->cursor,
            due_height(timer), timer.target,        timer.id};
}

void FireQueue::change(const Address& target, const std::function<void(Fires&)>& edit)
{
    const auto it = targets_.try_emplace(target).first;
    Fires& fires = it->second;
    ++steps_;
    const auto head = fires.empty() ? std::optional<QueueOrder>() : fires.begin()->first;
    size_ -= fires.size();
    edit(fires);
    size_ += fires.size();
    const auto now = fires.empty() ? std::optional<QueueOrder>() : fires.begin()->first;
    if (head != now && !aside_.contains(target)) {
        if (head) heads_.erase(*head);
        if (now) heads_.insert(*now);
    }
    if (fires.empty()) targets_.erase(it);
}

void FireQueue::insert(const QueueOrder& order, u64 expires_at)
{
    change(order.target, [&](Fires& fires) { LARIAT_ASSERT(fires.emplace(order, expires_at).second); });
}

bool FireQueue::erase(const QueueOrder& order)
{
    const auto it = targets_.find(order.target);
    if (it == targets_.end() || !it->second.contains(order)) return false;
    change(order.target, [&](Fires& fires) { fires.erase(order); });
    return true;
}

bool FireQueue::set_expiry(const QueueOrder& order, u64 expires_at)
{
    const auto target = targets_.find(order.target);
    if (target == targets_.end()) return false;
    const auto it = target->second.find(order);
    if (it == target->second.end()) return false;
    it->second = expires_at;
    return true;
}

std::optional<timers::TimerId> FireQueue::first(u64 alive_from)
{
    while (!heads_.empty()) {
        const QueueOrder head = *heads_.begin();
        const Fires& fires = targets_.at(head.target);
        if (fires.begin()->second >= alive_from) return head.id;
        change(head.target, [&](Fires& f) {
            while (!f.empty() && f.begin()->second < alive_from) {
                f.erase(f.begin());
                ++steps_;
            }
        });
    }
    return std::nullopt;
}

/// Heads join the merge one by one, and each fire that is given is followed by the next of its target.
std::vector<QueueOrder> FireQueue::best(u64 most, u64 alive_from) const
{
    std::vector<QueueOrder> out;
    std::map<QueueOrder, std::pair<Fires::const_iterator, Fires::const_iterator>> next;
    auto head = heads_.begin();
    while (out.size() < most) {
        for (; head != heads_.end() && (next.empty() || *head < next.begin()->first); ++head) {
            const Fires& fires = targets_.at(head->target);
            next.emplace(*head, std::pair{fires.begin(), fires.end()});
        }
        if (next.empty()) break;
        auto [at, end] = next.begin()->second;
        next.erase(next.begin());
        if (at->second >= alive_from) out.push_back(at->first);
        if (++at != end) next.emplace(at->first, std::pair{at, end});
    }
    return out;
}

void FireQueue::set_aside(const Address& target)
{
    if (!aside_.insert(target).second) return;
    const auto it = targets_.find(target);
    if (it != targets_.end()) heads_.erase(it->second.begin()->first);
}

void FireQueue::put_back()
{
    for (const Address& target : std::exchange(aside_, {}))
        if (const auto it = targets_.find(target); it != targets_.end())
            heads_.insert(it->second.begin()->first);
}

bool FireQueue::give_back(u64 most)
{
    while (!targets_.empty()) {
        Fires& fires = targets_.begin()->second;
        for (; most > 0 && !fires.empty(); --most) fires.erase(fires.begin());
        if (most == 0) return false;
        if (!heads_.empty()) heads_.erase(heads_.begin());
        targets_.erase(targets_.begin());
        --most;
    }
    return true;
}

std::map<QueueOrder, u64> FireQueue::all(u64 alive_from) const
{
    std::map<QueueOrder, u64> out;
    for (const auto& [target, fires] : targets_)
        for (const auto& [order, expires_at] : fires)
            if (expires_at >= alive_from) out.emplace(order, expires_at);
    return out;
}

}  // namespace lariat::lane
