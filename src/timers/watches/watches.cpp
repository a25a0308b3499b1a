// Keeps the prefix tree, the list of each actor and the places of each watch in step.
#include "timers/watches/watches.hpp"

#include <algorithm>

#include "lariat/assert.hpp"
#include "state/damage.hpp"
#include "timers/beside_record.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

template <class Visit>
void Watches::for_each_actor(const Known& known, const Visit& visit)
{
    const Address* last = nullptr;
    for (const auto& [actor, place] : known.places) {
        if (last && *last == actor) continue;
        last = &actor;
        visit(actor);
    }
}

void Watches::put_in(u64 number, const Watch& watch, std::vector<WatchKey> keys)
{
    const auto order = [](const WatchKey& a, const WatchKey& b) {
        return a.actor != b.actor ? a.actor < b.actor : a.prefix < b.prefix;
    };
    std::sort(keys.begin(), keys.end(), order);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());  // the same key twice is one
    Known known{watch, {}};
    known.places.reserve(keys.size());
    for (const WatchKey& key : keys)
        known.places.emplace_back(key.actor, tree_.insert(key, number, watch.expires_at));
    for_each_actor(known, [&](const Address& actor) {
        OfActor& of = of_actor_[actor];
        ++of.holders;
        of.watches.insert(number, watch.expires_at);
    });
    known_.emplace(number, std::move(known));
}

void Watches::take_out(u64 number)
{
    const auto it = known_.find(number);
    LARIAT_ASSERT(it != known_.end());
    const Known& known = it->second;
    for_each_actor(known, [&](const Address& actor) {
        const auto of = of_actor_.find(actor);
        of->second.watches.erase(number);
        if (--of->second.holders == 0) of_actor_.erase(of);
    });
    for (const auto& [actor, place] : known.places) tree_.erase(actor, place, number);
    known_.erase(it);
    kept_.watch_changed(number);
}

void Watches::attach(const Timer& watch)
{
    put_in(watch.watch_number, {watch.id, watch.schedule_block, watch.expires_at}, watch.watch_keys);
    state_.on_revert([this, number = watch.watch_number] { take_out(number); });
}

void Watches::attach_before(const Timer& watch)
{
    if (watch.kind != Kind::watch || watch.place.where == Place::Where::dead) return;
    state::require_value(!known_.contains(watch.watch_number), record_key(watch.id),
                         "another watch has the same number");
    put_in(watch.watch_number, {watch.id, watch.schedule_block, watch.expires_at},
           watch_keys_of(state_, watch));
}

void Watches::detach(u64 number)
{
    const auto it = known_.find(number);
    if (it == known_.end()) return;
    const Watch watch = it->second.watch;
    std::vector<WatchKey> keys;
    for (const auto& [actor, place] : it->second.places)
        keys.push_back({actor, PrefixTree::prefix_of(place)});
    take_out(number);
    state_.on_revert([this, number, watch, keys = std::move(keys)] { put_in(number, watch, keys); });
}

void Watches::set_expiry(const Timer& watch, u64 expires_at)
{
    const auto it = known_.find(watch.watch_number);
    if (it == known_.end()) return;
    const auto change = [this, number = watch.watch_number](u64 to) {
        Known& known = known_.at(number);
        known.watch.expires_at = to;
        for (const auto& [actor, place] : known.places) PrefixTree::set_expiry(place, number, to);
        for_each_actor(known,
                       [&](const Address& actor) { of_actor_.at(actor).watches.set_expiry(number, to); });
        kept_.watch_changed(number);
    };
    const u64 before = it->second.watch.expires_at;
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
    LARIAT_ASSERT(key.size() >= sizeof(Address::bytes));
    Matching out;
    for (WatchList* list : tree_.matching(actor_of(key), BytesView(key).subspan(sizeof(Address::bytes))))
        out.lists_.push_back({list});
    return out;
}

Watches::Matching Watches::of_actor(const Address& actor)
{
    Matching out;
    if (const auto of = of_actor_.find(actor); of != of_actor_.end())
        out.lists_.push_back({&of->second.watches});
    return out;
}

std::optional<u64> Watches::Matching::next(u64 from, u64 dead_below)
{
    std::optional<u64> first;
    for (List& list : lists_) {
        if (!list.was_read || (list.next && *list.next < from))
            list.next = list.watches->next(from, dead_below);
        list.was_read = true;
        if (list.next && (!first || *list.next < *first)) first = list.next;
    }
    return first;
}

void Watches::rebuild(state::Walk& walk)
{
    modified_.rebuild(walk);
    kept_.rebuild(walk);
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
    return covers(*this, other) && covers(other, *this) && modified_.same_as(other.modified_) &&
           kept_.same_as(other.kept_);
}

}  // namespace lariat::timers
