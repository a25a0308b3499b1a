// One hit: the watch arrives if it was idle, and the key joins its list.
#include "lane/watch_hits.hpp"

#include "base/hash.hpp"

namespace lariat::lane {

using timers::ModifiedKeys;
using timers::Place;
using timers::Timer;
using timers::Watches;

namespace {

class Hits {
public:
    Hits(const timers::BlockRules& rules, timers::TimerState& state)
        : rules_(rules), state_(state), watches_(*state.watches), dead_below_(state.due.dead_below())
    {
    }

    ModifiedKeys::Shown show(const ModifiedKeys::Listed& listed)
    {
        const ModifiedKeys::Shown shown = hit_watches_of(listed);
        // Found dead though the lists cannot tell: passed over this once, and no other key meets them.
        for (const Timer& watch : dead_) watches_.detach(watch);
        dead_.clear();
        return shown;
    }

private:
    /// Hits the watches of a key from where it goes on, by creation; not those set in or after the block that
    /// first had it.
    ModifiedKeys::Shown hit_watches_of(const ModifiedKeys::Listed& listed)
    {
        std::optional<u64> done = listed.done;
        u64 from = done ? *done + 1 : 0;
        std::optional<Hash32> hash;
        Watches::Matching matching = watches_.matching(listed.key);
        for (;;) {
            const auto number = matching.next(from, dead_below_);
            if (!number) return {true, done};
            from = *number + 1;
            const Watches::Watch* watch = watches_.find(*number);
            LARIAT_ASSERT(watch);
            if (watch->created >= listed.first_had) return {true, done};
            auto timer = state_.store.find(watch->id);
            LARIAT_ASSERT(timer);
            if (state_.due.where_is(*timer) == Place::Where::dead) {
                dead_.push_back(std::move(*timer));
                continue;
            }
            u64& hits = state_.report.used.hits;
            if (hits == rules_.config->max_watch_hits_per_block) return {false, done};
            ++hits;
            if (!hash) hash = keccak256(listed.key);
            hit(std::move(*timer), listed.key, *hash);
            done = *number;
        }
    }

    void hit(Timer watch, BytesView key, const Hash32& key_hash)
    {
        watches_.matched().join(watch, key, key_hash, rules_.config->max_matched_keys);
        if (watch.hit_height != 0) return;
        LARIAT_ASSERT(watch.place.where == Place::Where::idle);
        state_.due.remove(watch);
        watch.hit_height = rules_.height;
        watch.place = {};
        watch.place.where = Place::Where::waiting;
        watch.place.arrival = state_.counters.next_arrival++;
        watch.place.era = state_.counters.era;
        state_.store.update(watch);
        state_.due.add_waiting(watch);
    }

    const timers::BlockRules& rules_;
    timers::TimerState& state_;
    Watches& watches_;
    u64 dead_below_;
    std::vector<Timer> dead_;
};

}  // namespace

bool is_watched(timers::TimerState& state, const timers::PlacedKey& key)
{
    Watches::Matching matching = state.watches->matching(key);
    const u64 dead_below = state.due.dead_below();
    std::vector<Timer> dead;
    bool found = false;
    for (u64 from = 0; !found;) {
        const auto number = matching.next(from, dead_below);
        if (!number) break;
        from = *number + 1;
        auto timer = state.store.find(state.watches->find(*number)->id);
        LARIAT_ASSERT(timer);
        found = state.due.where_is(*timer) != Place::Where::dead;
        if (!found) dead.push_back(std::move(*timer));
    }
    for (const Timer& watch : dead) state.watches->detach(watch);
    return found;
}

void hit_watches(const timers::BlockRules& rules, timers::TimerState& state)
{
    if (!state.watches) return;
    Hits hits(rules, state);
    state.watches->modified().show(rules.height, rules.config->max_modified_keys_per_block,
                                   [&](const ModifiedKeys::Listed& listed) { return hits.show(listed); });
}

}  // namespace lariat::lane
