// What stands again, without rewriting what it is: eras, and where a timer is that began to wait in one.
#include "base/codec.hpp"
#include "timers/due_set.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

constexpr u8 ENDING = 'v';  // v ‖ number of the era → how it ended

Bytes ending_key(u64 era)
{
    Writer w;
    w.put_u8(ENDING).put_u64(era);
    return w.take();
}

}  // namespace

Place::Where DueSet::where_is(const Timer& timer)
{
    const Place::Where where = timer.place.where;
    if (where == Place::Where::idle) return timer.expires_at < judged_ ? Place::Where::dead : where;
    if (where != Place::Where::waiting && where != Place::Where::parked) return where;
    if (in_batch(timer.id)) return where;
    return spot_of(timer).where;
}

DueSet::Stood* DueSet::stood_since(u64 era)
{
    const auto it = stood_.lower_bound(era);
    return it == stood_.end() ? nullptr : &it->second;
}

/// The first ending since its era that concerns a timer decides: it died before, or stands since.
DueSet::Spot DueSet::spot_of(const Timer& timer)
{
    const Place& place = timer.place;
    const bool parked = place.where == Place::Where::parked;
    for (auto it = endings_.lower_bound(place.era); it != endings_.end(); ++it) {
        const Ending& ending = it->second;
        if (!ending.all && !(parked && place.parked_gas <= ending.gas_cap)) continue;
        if (timer.expires_at < ending.judged) return {Place::Where::dead, stood_since(place.era), false};
        if (ending.all) return {Place::Where::standing, &stood_.at(it->first), false};
        return {Place::Where::standing, nullptr, true};
    }
    return {timer.expires_at < judged_ ? Place::Where::dead : place.where, nullptr, false};
}

void DueSet::end_era(const Ending& ending, Counters& counters)
{
    Writer w;
    w.put_bool(ending.all).put_u64(ending.gas_cap).put_u64(ending.judged);
    state_.put(ending_key(counters.era), w.bytes());
    endings_.emplace(counters.era++, ending);
}

void DueSet::make_all_stand(Counters& counters)
{
    if (tree_.size() == 0) return;
    Stood& stood = stood_[counters.era];
    stood.tree = std::move(tree_);
    stood.judged = judged_;
    stood.dead = expired_waiting_;
    tree_ = ArrivalTree{};
    expiries_.clear();
    expired_waiting_ = 0;
    parked_.clear();
    end_era({.all = true, .gas_cap = 0, .judged = judged_}, counters);
}

/// In memory each of them is moved, in the state only the era ends: governance raised the cap, and each
/// was paid for when it was scheduled.
void DueSet::let_parked_stand(u64 gas_cap, Counters& counters)
{
    bool any = false;
    while (!parked_.empty() && parked_.begin()->first <= gas_cap) {
        const u64 arrival = parked_.begin()->second;
        parked_.erase(parked_.begin());
        const WaitingTimer timer = *tree_.find(arrival);
        if (timer.expires_at < judged_) continue;  // dead
        take_from(nullptr, arrival);
        standing_.emplace(arrival, timer.id);
        any = true;
    }
    if (any) end_era({.all = false, .gas_cap = gas_cap, .judged = judged_}, counters);
}

std::optional<TimerId> DueSet::first_standing() const
{
    std::optional<u64> first;
    TimerId id;
    if (!standing_.empty()) {
        first = standing_.begin()->first;
        id = standing_.begin()->second;
    }
    for (const auto& [era, stood] : stood_) {
        const auto arrival = stood.tree.first_alive(stood.judged);
        if (!arrival || (first && *first < *arrival)) continue;
        first = arrival;
        id = stood.tree.find(*arrival)->id;
    }
    if (!first) return std::nullopt;
    return id;
}

void DueSet::forget_ended_eras()
{
    if (endings_.empty() || !standing_.empty()) return;
    for (const auto& [era, stood] : stood_)
        if (stood.tree.size() != 0) return;
    for (const auto& [era, ending] : endings_) state_.erase(ending_key(era));
    endings_.clear();
    stood_.clear();
}

void DueSet::rebuild_eras(state::Walk& walk)
{
    walk.on(ENDING, NUMBERED_KEY_BYTES, [this, &walk](BytesView at, BytesView value) {
        const u64 era = Reader(at.subspan(1)).get_u64();
        Reader r(value);
        Ending ending;
        ending.all = r.get_bool();
        ending.gas_cap = r.get_u64();
        ending.judged = r.get_u64();
        if (!r.done()) return walk.refuse(at, "the ending of an era is malformed");
        endings_.emplace(era, ending);
        if (ending.all) stood_[era].judged = ending.judged;
    });
}

std::set<std::pair<u64, u64>> DueSet::live_parked() const
{
    std::set<std::pair<u64, u64>> out;
    for (const auto& entry : parked_)
        if (tree_.find(entry.second)->expires_at >= judged_) out.insert(entry);
    return out;
}

bool DueSet::same_as(const DueSet& other) const
{
    const auto same_tree = [](const ArrivalTree& a, const ArrivalTree& b) {
        std::vector<std::pair<u64, WaitingTimer>> ours, theirs;
        a.for_each([&](u64 arrival, const WaitingTimer& t) { ours.emplace_back(arrival, t); });
        b.for_each([&](u64 arrival, const WaitingTimer& t) { theirs.emplace_back(arrival, t); });
        return ours == theirs;
    };
    const auto same_stood = [&] {
        if (stood_.size() != other.stood_.size()) return false;
        for (auto a = stood_.begin(), b = other.stood_.begin(); a != stood_.end(); ++a, ++b)
            if (a->first != b->first || a->second.judged != b->second.judged ||
                a->second.dead != b->second.dead || !same_tree(a->second.tree, b->second.tree))
                return false;
        return true;
    };
    return same_tree(tree_, other.tree_) && same_stood() && expiries_ == other.expiries_ &&
           judged_ == other.judged_ && expired_waiting_ == other.expired_waiting_ &&
           idle_.same_as(other.idle_) && live_parked() == other.live_parked() &&
           standing_ == other.standing_ && dead_ == other.dead_ && expired_blocks_ == other.expired_blocks_ &&
           endings_ == other.endings_;
}

}  // namespace lariat::timers
