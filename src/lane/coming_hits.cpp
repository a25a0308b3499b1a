// The two passes of watch_hits.cpp, on copies of the lists.
#include "lane/coming_hits.hpp"

#include <algorithm>
#include <deque>

namespace lariat::lane {

using timers::KeyQueue;
using timers::ListedKey;
using timers::Place;
using timers::PlacedKey;
using timers::Timer;
using timers::Watches;

namespace {

using KeysOfActors = std::map<Address, std::vector<PlacedKey>>;

KeysOfActors modified_by_actor(const timers::ModifiedKeys& modified)
{
    KeysOfActors out;
    for (PlacedKey& key : modified.sorted()) out[timers::actor_of(key)].push_back(std::move(key));
    return out;
}

class ForeseenStep {
public:
    ForeseenStep(const timers::BlockRules& rules, timers::TimerState& state)
        : rules_(rules),
          config_(*rules.config),
          state_(state),
          watches_(*state.watches),
          dead_below_(state.due.dead_below()),
          modified_(modified_by_actor(watches_.modified()))
    {
    }

    ComingHits run() &&
    {
        first_pass();
        for (KeyQueue* queue : stopped_by_share_) {
            if (hits_left() == 0) break;
            serve(*queue, U64_MAX);
        }
        return std::move(out_);
    }

private:
    /// Once the hits are used up no watch is hit any more, so this ends there.
    void first_pass()
    {
        timers::KeptKeys& kept = watches_.kept();
        for (KeyQueue* at = kept.next(0); at; at = kept.next(at->place)) {
            KeyQueue& queue = copies_.emplace_back(*at);
            queue.counted = false;
            if (const auto it = modified_.find(queue.actor()); it != modified_.end()) {
                for (PlacedKey& key : it->second) queue.add(std::move(key), rules_.height);
                modified_.erase(it);
            }
            if (!serve_share(queue)) return;
        }
        for (auto& [actor, keys] : modified_) {
            KeyQueue& queue = copies_.emplace_back(actor);
            for (PlacedKey& key : keys) queue.add(std::move(key), rules_.height);
            if (!serve_share(queue)) return;
        }
    }

    bool serve_share(KeyQueue& queue)
    {
        if (hits_left() == 0 || keys_left() == 0) {
            out_.is_cut = true;
            return false;
        }
        if (serve(queue, config_.max_watch_hits_per_actor)) stopped_by_share_.push_back(&queue);
        return true;
    }

    u64 hits_left() const { return config_.max_watch_hits_per_block - hits_; }
    u64 keys_left() const { return config_.max_modified_keys_per_block - keys_; }

    bool count(KeyQueue& queue)
    {
        if (queue.counted) return true;
        if (keys_left() == 0) return false;
        ++keys_;
        return queue.counted = true;
    }

    /// True if its share ended it.
    bool serve(KeyQueue& queue, u64 share)
    {
        const bool has_watches = watches_.may_have_watches(queue.actor());
        u64 hits = 0;
        while (!queue.empty()) {
            const Stop stop = has_watches ? hit_watches_of_front(queue, hits, share) : Stop::no;
            if (stop == Stop::block) out_.is_cut = true;
            if (stop != Stop::no) return stop == Stop::share;
            if (!count(queue)) {
                out_.is_cut = true;
                return false;
            }
            queue.drop_front();
        }
        return false;
    }

    enum class Stop : u8 { no, share, block };

    Stop hit_watches_of_front(KeyQueue& queue, u64& hits, u64 share)
    {
        const ListedKey& key = queue.front();
        Watches::Matching matching =
            key.is_mark ? watches_.of_actor(queue.actor()) : watches_.matching(key.key);
        for (u64 from = key.done ? *key.done + 1 : 0;;) {
            const auto number = matching.next(from, dead_below_);
            if (!number) return Stop::no;
            from = *number + 1;
            const Watches::Watch& watch = *watches_.find(*number);
            if (watch.created >= key.first_had) return Stop::no;
            const bool was_seen = seen_.contains(*number);
            std::optional<Timer> timer;
            if (!was_seen) {
                timer = state_.store.find_existing(watch.id);
                if (is_dead(*timer)) continue;
            }
            if (hits == share || hits_left() == 0) return hits == share ? Stop::share : Stop::block;
            if (!count(queue)) return Stop::block;
            ++hits;
            ++hits_;
            out_.has_hit_any = true;
            if (timer && timer->hit_height == 0) {
                timer->hit_height = rules_.height;
                out_.watches.push_back(std::move(*timer));
            }
            seen_.insert(*number);
            queue.hit(*number);
        }
    }

    /// In the coming block, which judges expiries before this step unless timers are paused.
    bool is_dead(const Timer& timer) const
    {
        if (state_.due.where_is(timer) == Place::Where::dead) return true;
        return !config_.timers_paused && timer.expires_at < rules_.height;
    }

    const timers::BlockRules& rules_;
    const timers::TimerConfig& config_;
    timers::TimerState& state_;
    Watches& watches_;
    u64 dead_below_;
    KeysOfActors modified_;
    std::deque<KeyQueue> copies_;
    std::vector<KeyQueue*> stopped_by_share_;
    std::set<u64> seen_;  ///< watches that live and were hit
    u64 keys_ = 0, hits_ = 0;
    ComingHits out_;
};

bool has_prefix(const PlacedKey& key, const timers::WatchKey& watched)
{
    const BytesView rest = BytesView(key).subspan(sizeof(Address::bytes));
    return rest.size() >= watched.prefix.size() &&
           std::equal(watched.prefix.begin(), watched.prefix.end(), rest.begin());
}

}  // namespace

ComingHits hits_of_coming(const timers::BlockRules& rules, timers::TimerState& state)
{
    if (!state.watches) return {};
    return ForeseenStep(rules, state).run();
}

bool has_key_left(const timers::BlockRules& rules, timers::TimerState& state, const Timer& watch)
{
    if (!state.watches || !state.watches->find(watch.watch_number)) return false;
    const KeysOfActors modified = modified_by_actor(state.watches->modified());
    for (const timers::WatchKey& watched : state.store.watch_keys_of(watch)) {
        const auto of_actor = modified.find(watched.actor);
        if (of_actor != modified.end() && watch.schedule_block < rules.height &&
            std::ranges::any_of(of_actor->second, [&](const PlacedKey& k) { return has_prefix(k, watched); }))
            return true;
        const KeyQueue* const kept = state.watches->kept().of(watched.actor);
        if (!kept) continue;
        for (const ListedKey& key : kept->keys())
            if (watch.schedule_block < key.first_had && (!key.done || *key.done < watch.watch_number) &&
                (key.is_mark || has_prefix(key.key, watched)))
                return true;
    }
    return false;
}

}  // namespace lariat::lane
