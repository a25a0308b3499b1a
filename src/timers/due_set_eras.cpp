// Timers that stand again: how an era ends, where its timers are found, when its ending is forgotten.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/codec.hpp"
#include "timers/due_set.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

Key ending_key(u64 era)
{
    return Key(ENDING_TABLE).add_u64(era);
}

void put_ending(state::Overlay& state, u64 era, bool all, u64 gas_cap, u64 judged)
{
    Writer w;
    w.put_bool(all).put_u64(gas_cap).put_u64(judged);
    state.put(ending_key(era), w.bytes());
}

/// Does the first timer that stands, by arrival, stand in a tree? If not it is in `standing`, or none stands.
template <class Firsts, class Standing>
bool is_before(const Firsts& firsts, const Standing& standing)
{
    return !firsts.empty() && (standing.empty() || firsts.begin()->first < standing.begin()->first);
}

}  // namespace

Place::Where DueSet::where_is(const Timer& timer) const
{
    const Place::Where where = timer.place.where;
    if (where == Place::Where::idle) return timer.expires_at < judged_ ? Place::Where::dead : where;
    if (where != Place::Where::waiting && where != Place::Where::parked) return where;
    if (in_batch(timer.id)) return where;
    return spot_of(timer).where;
}

/// The change of discipline that made the timers of an era stand. None: they still wait.
std::optional<u64> DueSet::stood_since(u64 era) const
{
    const auto it = stood_.lower_bound(era);
    return it == stood_.end() ? std::nullopt : std::optional{it->first};
}

DueSet::Spot DueSet::spot_of(const Timer& timer) const
{
    if (standing_.contains(timer.place.arrival)) return {Place::Where::standing, std::nullopt, true};
    return spot_in_tree(timer);
}

DueSet::Spot DueSet::spot_in_tree(const Timer& timer) const
{
    const auto stood = stood_since(timer.place.era);
    const u64 judged = stood ? stood_.at(*stood).judged : judged_;
    if (timer.expires_at < judged) return {Place::Where::dead, stood, false};
    return {stood ? Place::Where::standing : timer.place.where, stood, false};
}

void DueSet::note_first(u64 era, Stood& stood)
{
    const auto first = stood.tree.first_alive(stood.judged);
    if (first == stood.first) return;
    if (stood.first) firsts_.erase({*stood.first, era});
    if (first) firsts_.emplace(*first, era);
    stood.first = first;
}

void DueSet::stand(u64 arrival, const Standing& timer)
{
    standing_.emplace_hint(standing_.end(), arrival, timer);
    ++raised_.at(timer.era).standing;
}

void DueSet::stand_no_longer(u64 arrival)
{
    const auto it = standing_.find(arrival);
    LARIAT_ASSERT(it != standing_.end());
    const u64 era = it->second.era;
    standing_.erase(it);
    if (--raised_.at(era).standing == 0) drained_.push_back(era);
}

void DueSet::make_all_stand(Counters& counters)
{
    if (tree_.size() == 0) return;
    const u64 era = counters.era++;
    Stood& stood = stood_[era];
    stood.tree = std::exchange(tree_, ArrivalTree{});
    stood.judged = judged_;
    stood.dead = std::exchange(expired_waiting_, 0);
    stood_dead_ += stood.dead;
    note_first(era, stood);
    expiries_.clear();
    parked_.clear();
    put_ending(state_, era, true, 0, judged_);
}

/// Each timer is moved in memory; in the state only the era ends. Either governance raised the cap, or the
/// owner of each timer paid for an update.
void DueSet::let_parked_stand(u64 gas_cap, Counters& counters)
{
    const auto end = parked_.upper_bound({gas_cap, U64_MAX});
    std::vector<u64> fit;
    std::transform(parked_.begin(), end, std::back_inserter(fit), [](const auto& p) { return p.second; });
    parked_.erase(parked_.begin(), end);
    std::ranges::sort(fit);  // an entry of standing_ costs least behind all others
    const u64 era = counters.era;
    for (const u64 arrival : fit) {
        const WaitingTimer timer = *tree_.find(arrival);
        if (timer.expires_at < judged_) continue;  // dead
        if (counters.era == era) {
            raised_.emplace(counters.era++, Raised{.gas_cap = gas_cap, .judged = judged_, .standing = 0});
            put_ending(state_, era, false, gas_cap, judged_);
        }
        take_from(std::nullopt, arrival);
        stand(arrival, {timer.id, era});
    }
}

std::optional<TimerId> DueSet::first_standing() const
{
    if (is_before(firsts_, standing_)) {
        const auto& [arrival, era] = *firsts_.begin();
        return stood_.at(era).tree.find(arrival)->id;
    }
    if (standing_.empty()) return std::nullopt;
    return standing_.begin()->second.id;
}

std::vector<TimerId> DueSet::some_standing(u64 limit) const
{
    std::vector<TimerId> out;
    if (!is_before(firsts_, standing_)) {
        for (auto it = standing_.begin(); it != standing_.end() && out.size() < limit; ++it)
            out.push_back(it->second.id);
        return out;
    }
    const Stood& stood = stood_.at(firsts_.begin()->second);
    for (auto arrival = stood.first; arrival && out.size() < limit;
         arrival = stood.tree.next_alive(*arrival + 1, stood.judged))
        out.push_back(stood.tree.find(*arrival)->id);
    return out;
}

bool DueSet::is_expiring(u64 bound) const
{
    const auto next = expiries_.lower_bound(judged_);
    return (next != expiries_.end() && next->first < bound) || idle_.is_expiring(bound);
}

/// A merge of what stands by each ending. Each source has its next arrival in `next`.
void DueSet::for_each_standing(const WillStand& when,
                               const std::function<bool(u64, const TimerId&)>& visit) const
{
    struct Source {
        const ArrivalTree* tree = nullptr;
        u64 judged = 0;
    };
    std::vector<Source> trees;
    for (const auto& [era, stood] : stood_) trees.push_back({&stood.tree, stood.judged});
    if (when.all) trees.push_back({&tree_, judged_});
    std::map<u64, TimerId> by_cap;
    for (const auto& [arrival, timer] : standing_) by_cap.emplace(arrival, timer.id);
    if (!when.all)
        for (auto it = parked_.begin(); it != parked_.end() && it->first <= when.gas_cap; ++it)
            if (const WaitingTimer* timer = tree_.find(it->second); timer->expires_at >= when.height)
                by_cap.emplace(it->second, timer->id);
    std::set<std::pair<u64, std::size_t>> next;  // the place after the trees: by_cap
    for (std::size_t i = 0; i < trees.size(); ++i)
        if (const auto first = trees[i].tree->first_alive(trees[i].judged)) next.emplace(*first, i);
    auto cap = by_cap.begin();
    if (cap != by_cap.end()) next.emplace(cap->first, trees.size());
    while (!next.empty()) {
        const auto [arrival, i] = *next.begin();
        next.erase(next.begin());
        if (i == trees.size()) {
            if (!visit(arrival, cap->second)) return;
            if (++cap != by_cap.end()) next.emplace(cap->first, i);
            continue;
        }
        if (!visit(arrival, trees[i].tree->find(arrival)->id)) return;
        if (const auto after = trees[i].tree->next_alive(arrival + 1, trees[i].judged))
            next.emplace(*after, i);
    }
}

/// Each era in drained_ was put there by a timer that left. An ending by a cap concerns dead timers too, but
/// those are dead without it: a later ending, or judged_, is higher.
void DueSet::forget_ended_eras()
{
    for (const u64 era : std::exchange(drained_, {})) {
        const auto raised = raised_.find(era);
        const auto stood = stood_.find(era);
        if (raised != raised_.end() && raised->second.standing == 0)
            raised_.erase(raised);
        else if (stood != stood_.end() && stood->second.tree.size() == 0)
            stood_.erase(stood);
        else
            continue;  // the leaving was undone, or the era is in the list twice
        state_.erase(ending_key(era));
    }
}

}  // namespace lariat::timers
