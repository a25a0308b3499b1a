// Keeps tree, list and records of watches in step.
#include "timers/watches/watches.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::timers {

void Watches::put_in(const Timer& watch)
{
    Known known{{watch.id, watch.schedule_block, watch.expires_at}, {}};
    for (std::size_t i = 0; i < watch.watch_keys.size(); ++i) {
        const auto begin = watch.watch_keys.begin(), here = begin + static_cast<std::ptrdiff_t>(i);
        if (std::find(begin, here, *here) != here) continue;  // the same key twice is one
        known.places.emplace_back(here->actor, tree_.insert(*here, watch.watch_number, watch.expires_at));
    }
    known_.emplace(watch.watch_number, std::move(known));
}

void Watches::take_out(const Timer& watch)
{
    const auto known = known_.find(watch.watch_number);
    LARIAT_ASSERT(known != known_.end());
    for (const auto& [actor, place] : known->second.places) tree_.erase(actor, place, watch.watch_number);
    known_.erase(known);
}

void Watches::attach(const Timer& watch)
{
    put_in(watch);
    state_.on_revert([this, watch] { take_out(watch); });
}

void Watches::attach_before(const Timer& watch)
{
    if (watch.kind == Kind::watch && watch.place.where != Place::Where::dead) put_in(watch);
}

void Watches::detach(const Timer& watch)
{
    if (!known_.contains(watch.watch_number)) return;
    take_out(watch);
    state_.on_revert([this, watch] { put_in(watch); });
}

void Watches::set_expiry(const Timer& watch, u64 expires_at)
{
    const auto known = known_.find(watch.watch_number);
    if (known == known_.end()) return;
    const auto change = [this, number = watch.watch_number](u64 to) {
        Known& changed = known_.at(number);
        changed.watch.expires_at = to;
        for (const auto& [actor, place] : changed.places) PrefixTree::set_expiry(place, number, to);
    };
    const u64 before = known->second.watch.expires_at;
    change(expires_at);
    state_.on_revert([=] { change(before); });
}

const Watches::Watch* Watches::find(u64 number) const
{
    const auto it = known_.find(number);
    return it == known_.end() ? nullptr : &it->second.watch;
}

Watches::Matching Watches::matching(const PlacedKey& key)
{
    constexpr std::size_t ADDRESS = sizeof(Address::bytes);
    LARIAT_ASSERT(key.size() >= ADDRESS);
    Address actor;
    std::copy_n(key.begin(), ADDRESS, actor.bytes.begin());
    Matching out;
    out.lists_ = tree_.matching(actor, BytesView(key).subspan(ADDRESS));
    return out;
}

std::optional<u64> Watches::Matching::next(u64 from, u64 dead_below)
{
    std::optional<u64> first;
    for (WatchList* list : lists_)
        if (const auto number = list->next(from, dead_below); number && (!first || *number < *first))
            first = number;
    return first;
}

bool Watches::same_as(const Watches& other, const std::function<bool(const TimerId&)>& is_dead) const
{
    const auto covers = [&](const Watches& a, const Watches& b) {
        return std::all_of(a.known_.begin(), a.known_.end(), [&](const auto& entry) {
            const Watch& watch = entry.second.watch;
            const Watch* found = b.find(entry.first);
            return (found && *found == watch) || is_dead(watch.id);
        });
    };
    return covers(*this, other) && covers(other, *this) && modified_.same_as(other.modified_);
}

}  // namespace lariat::timers
