// Implements looking ahead: intake, hits and order of the coming block, without changing anything.
#include "lane/coming.hpp"

#include <algorithm>

#include "lane/globalbox/rank.hpp"
#include "lane/settlement.hpp"

namespace lariat::lane {

using timers::Place;
using timers::Timer;
using timers::TimerId;
using Where = timers::Place::Where;

Coming::Coming(Engine& engine, const Engine::Start& block, const timers::TimerConfig& config,
               std::vector<TimerId> by_hand)
    : engine_(engine),
      block_(block),
      rules_(engine.rules_at(block.height, config, block.cycle_basefee)),
      discipline_changes_(engine.counters_.last_discipline != static_cast<u64>(rules_.discipline)),
      counters_(engine.counters_),
      hits_(hits_of_coming(rules_, engine.timers_))
{
    if (discipline_changes_) ++counters_.reign;
    advance_clock(counters_, config);
    for (const TimerId& id : by_hand) {
        const auto timer = engine.store_.find(id);
        if (!timer || is_by_hand(id)) continue;
        const Where where = engine.due_.where_is(*timer);
        const bool is_due_later = where == Where::pending && timer->height > rules_.height;
        const bool is_hit =
            std::ranges::any_of(hits_.watches, [&](const Timer& hit) { return hit.id == id; });
        if (is_due_later || (where == Where::idle && !is_hit)) by_hand_.push_back(id);
    }
}

bool Coming::is_by_hand(const TimerId& id) const
{
    return std::ranges::find(by_hand_, id) != by_hand_.end();
}

bool Coming::is_anything_due(u64 heights) const
{
    const timers::DueSet& due = engine_.due_;
    const bool something_waits = due.tree().next_to_look_at(0, 1).has_value();
    if (something_waits || due.dead_count() > 0 || due.is_expiring(rules_.height)) return true;
    if (hits_.has_hit_any || hits_.is_cut) return true;
    if (const auto height = lowest_due_height();
        height && (*height < rules_.height || *height - (rules_.height - 1) <= heights))
        return true;
    bool something_stands = false;
    for_each_to_take_in([&](const TimerId&) { return !(something_stands = true); });
    return something_stands;
}

std::optional<u64> Coming::lowest_due_height() const
{
    return engine_.calendar_.first_from(engine_.counters_.intake_height);
}

/// Those that stand, by arrival, then the heights up to this one, lowest first (CAL-9).
void Coming::for_each_to_take_in(const Visit& visit) const
{
    bool goes_on = true;
    for (const TimerId& id : by_hand_)
        if (!(goes_on = visit(id))) return;
    engine_.due_.for_each_standing({.all = discipline_changes_,
                                    .gas_cap = timers::gas_cap(*rules_.config, rules_.discipline),
                                    .height = rules_.height},
                                   [&](u64, const TimerId& id) { return goes_on = visit(id); });
    // No question needs more: of each sort intake takes its budget, and ahead of a timer AHEAD_MAX count.
    const u64 most = 2 * rules_.config->due_intake_per_block + Why::AHEAD_MAX + 2;
    u64 from = engine_.counters_.intake_height;
    for (u64 visited = 0; goes_on && visited < most;) {
        const auto height = engine_.calendar_.first_from(from);
        if (!height || *height > rules_.height) return;
        from = *height + 1;
        const auto ids = engine_.store_.of_height(*height, most - visited);
        visited += ids.size();
        for (const TimerId& id : ids)
            if (!(goes_on = visit(id))) break;
    }
}

const Coming::Intake& Coming::intake() const
{
    if (!intake_) intake_ = make_intake();
    return *intake_;
}

Coming::Intake Coming::make_intake() const
{
    Intake out;
    u64 live = 0, expired = 0;
    for_each_to_take_in([&](const TimerId& id) {
        Timer timer = engine_.store_.find_existing(id);
        const bool is_expired = rules_.height > timer.expires_at;
        u64& taken = is_expired ? expired : live;
        if (taken == rules_.config->due_intake_per_block) return false;
        ++taken;
        if (is_expired) return true;
        const Where where = timer.place.where;
        out.ids.insert(id);
        auto& to = where == Where::pending || where == Where::idle ? out.pending : out.standing;
        to.push_back(as_it_joins(std::move(timer)));
        return true;
    });
    return out;
}

std::optional<u64> Coming::ahead_in_intake(const TimerId& id) const
{
    if (!first_in_intake_) {
        first_in_intake_.emplace();
        for_each_to_take_in([&](const TimerId& at) {
            first_in_intake_->push_back(at);
            return first_in_intake_->size() <= Why::AHEAD_MAX;
        });
    }
    const auto found = std::ranges::find(*first_in_intake_, id);
    if (found == first_in_intake_->end()) return std::nullopt;
    return static_cast<u64>(found - first_in_intake_->begin());
}

bool Coming::is_to_be_taken_in(const Timer& timer) const
{
    const Where where = engine_.due_.where_is(timer);
    if (where == Where::pending || where == Where::standing || is_by_hand(timer.id)) return true;
    if (where != Where::waiting && where != Where::parked) return false;
    if (discipline_changes_) return true;
    return where == Where::parked &&
           timer.place.parked_gas <= timers::gas_cap(*rules_.config, rules_.discipline);
}

Timer Coming::as_it_joins(Timer timer) const
{
    if (timer.queue && timer.queue->reign != counters_.reign) timer.queue.reset();
    if (timer.queue) timer.queue->with.reset();
    return timer;
}

/// In the order in which they begin to wait; those that stood keep their arrival.
std::vector<Timer> Coming::joining() const
{
    const Intake& taken = intake();
    std::vector<Timer> out = taken.standing;
    out.insert(out.end(), taken.pending.begin(), taken.pending.end());
    out.insert(out.end(), hits_.watches.begin(), hits_.watches.end());
    return out;
}

std::vector<TimerId> Coming::first(u64 most) const
{
    if (rules_.config->timers_paused) return {};
    switch (rules_.discipline) {
        case timers::Discipline::auction:
            return first_of_auction(most);
        case timers::Discipline::globalbox:
            return first_of_globalbox(most);
        case timers::Discipline::fifo:
            break;
    }
    return first_by_arrival(most);
}

std::vector<TimerId> Coming::first_by_arrival(u64 most) const
{
    const timers::ArrivalTree& tree = engine_.due_.tree();
    const Intake& taken = intake();
    std::vector<TimerId> out;
    auto standing = taken.standing.begin();
    std::optional<u64> waits = discipline_changes_ ? std::nullopt : tree.next_to_look_at(0, rules_.height);
    while (out.size() < most && (waits || standing != taken.standing.end())) {
        if (!waits || (standing != taken.standing.end() && standing->place.arrival < *waits)) {
            out.push_back((standing++)->id);
            continue;
        }
        out.push_back(tree.find(*waits)->id);
        waits = tree.next_to_look_at(*waits + 1, rules_.height);
    }
    for (const auto* const news : {&taken.pending, &hits_.watches})
        for (const Timer& timer : *news)
            if (out.size() < most) out.push_back(timer.id);
    return out;
}

std::vector<TimerId> Coming::first_of_globalbox(u64 most) const
{
    std::vector<QueueOrder> queued, joined;
    if (!discipline_changes_) queued = engine_.globalbox_->queue().best(most, rules_.height);
    std::vector<Timer> all = joining();
    std::vector<Timer*> news;
    for (Timer& timer : all) {
        if (timer.queue)
            joined.push_back(order_of(timer));
        else
            news.push_back(&timer);
    }
    std::ranges::copy(Globalbox::give_places(news, rules_, counters_), std::back_inserter(joined));
    std::ranges::sort(joined);
    std::vector<QueueOrder> merged;
    std::ranges::merge(queued, joined, std::back_inserter(merged));
    std::vector<TimerId> out;
    for (const QueueOrder& at : merged)
        if (out.size() < most) out.push_back(at.id);
    return out;
}

std::vector<TimerId> Coming::first_of_auction(u64 most) const
{
    std::vector<TimerId> out;
    for (const auto& candidate : engine_.auction_.best_of_coming(rules_, joining(), most))
        out.push_back(candidate.id);
    return out;
}

}  // namespace lariat::lane
