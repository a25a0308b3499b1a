// Implements joining and leaving the Globalbox, and the places of new fires.
#include "lane/globalbox/globalbox.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "lane/globalbox/rank.hpp"
#include "state/damage.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

using timers::Timer;

namespace {

/// What decides where the round-robin cursor counts a new fire.
struct Candidate {
    Score score;
    u8 bucket = 0;
    u64 due = 0;
    timers::TimerId id;
    Timer* timer = nullptr;
};

/// The order in which the round-robin cursor counts.
bool comes_before(const Candidate& a, const Candidate& b)
{
    return std::tie(b.score, b.bucket, a.due, a.id) < std::tie(a.score, a.bucket, b.due, b.id);
}

}  // namespace

void Globalbox::begin_block(const timers::BlockRules& rules, timers::Counters& counters)
{
    advance_clock(counters, *rules.config);
    constexpr u64 FREED_PER_BLOCK = 4'096;
    if (counters.reign != reign_ && queue_->size() > 0)
        ended_.push_back(std::exchange(queue_, std::make_unique<FireQueue>()));
    if (!ended_.empty() && ended_.back()->give_back(FREED_PER_BLOCK)) ended_.pop_back();
    reign_ = counters.reign;
    is_on_ = rules.discipline == timers::Discipline::globalbox;
}

std::vector<QueueOrder> Globalbox::give_places(const std::vector<Timer*>& timers,
                                               const timers::BlockRules& rules,
                                               const timers::Counters& counters)
{
    std::vector<Candidate> candidates;
    candidates.reserve(timers.size());
    for (Timer* const timer : timers) {
        const u64 due = due_height(*timer);
        const u64 age = rules.height - std::min(due, rules.height);  // one taken in early has none
        candidates.push_back(
            {score_of(*rules.config, age, timer->bid), bucket_of_bid(timer->bid), due, timer->id, timer});
    }
    std::sort(candidates.begin(), candidates.end(), comes_before);
    std::map<Address, u32> of_target;
    std::vector<QueueOrder> out;
    out.reserve(timers.size());
    for (const Candidate& c : candidates) {
        timers::QueuePlace place;
        place.reign = counters.reign;
        place.rank = rank_of(counters, c.score);
        place.bucket = c.bucket;
        place.cursor = of_target[c.timer->target]++;
        c.timer->queue = place;
        out.push_back(order_of(*c.timer));
    }
    return out;
}

void Globalbox::enqueue(const timers::BlockRules& rules, timers::TimerState& state)
{
    std::vector<Arrival> arrivals = std::exchange(new_, {});
    std::vector<Timer*> timers;
    timers.reserve(arrivals.size());
    for (auto& [timer, key] : arrivals) {
        state::require_value(due_height(timer) <= rules.height && state_.contains(key), key,
                             "the timer waits and is not due yet, or is gone");
        timers.push_back(&timer);
    }
    give_places(timers, rules, state.counters);
    // In the order in which intake has written them, for they lie in this order in memory.
    for (const auto& [timer, key] : arrivals) {
        queue_->insert(order_of(timer), timer.expires_at);
        state.store.update(timer, key);
    }
}

void Globalbox::joined(const Timer& timer, u64)
{
    if (!is_on_) return;
    if (has_place(timer))
        queue_->insert(order_of(timer), timer.expires_at);
    else
        new_.push_back({timer, timers::record_key(timer.id)});
}

void Globalbox::left(const Timer& timer)
{
    if (!is_on_ || !has_place(timer)) return;
    const QueueOrder order = order_of(timer);
    if (!queue_->erase(order)) return;
    state_.on_revert([this, order, expires_at = timer.expires_at] { queue_->insert(order, expires_at); });
}

void Globalbox::expiry_changed(const Timer& timer, u64 expires_at)
{
    if (!is_on_ || !has_place(timer)) return;
    const QueueOrder order = order_of(timer);
    if (!queue_->set_expiry(order, expires_at)) return;
    state_.on_revert([this, order, before = timer.expires_at] { queue_->set_expiry(order, before); });
}

void Globalbox::rebuild(const timers::Counters& counters)
{
    reign_ = counters.reign;
    is_on_ = counters.last_discipline == static_cast<u64>(timers::Discipline::globalbox);
}

bool Globalbox::same_as(const Globalbox& other, u64 alive_from) const
{
    return reign_ == other.reign_ && is_on_ == other.is_on_ && new_.empty() && other.new_.empty() &&
           queue_->all(alive_from) == other.queue_->all(alive_from);
}

}  // namespace lariat::lane
