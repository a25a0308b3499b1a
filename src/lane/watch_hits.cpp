// Serves the actors with modified keys in two passes: first a share of the hits for each, then the rest.
#include "lane/watch_hits.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "base/hash.hpp"
#include "state/damage.hpp"
#include "timers/lifecycle/transitions.hpp"
#include "timers/state_keys.hpp"

namespace lariat::lane {

using timers::KeptKeys;
using timers::KeyQueue;
using timers::ListedKey;
using timers::Place;
using timers::PlacedKey;
using timers::Timer;
using timers::Watches;

namespace {

class Step {
public:
    Step(const timers::BlockRules& rules, timers::TimerState& state)
        : rules_(rules),
          config_(*rules.config),
          state_(state),
          watches_(*state.watches),
          kept_(watches_.kept()),
          dead_below_(state.due.dead_below())
    {
    }

    void run()
    {
        take_modified();
        kept_.forget_blockers_below(rules_.height);
        first_pass();
        for (KeyQueue* queue : stopped_by_share_) {
            if (hits_left() == 0) break;  // each of them waits for a hit
            serve(*queue, U64_MAX);
        }
        settle();
        watches_.matched().write_lengths();
    }

private:
    /// New keys join the lists of actors that keep keys; the other actors get lists of their own, by address.
    void take_modified()
    {
        for (PlacedKey& key : watches_.modified().take()) {
            const Address actor = timers::actor_of(key);
            if (!current_ || current_->actor() != actor) {
                current_ = kept_.of(actor);
                if (current_) {
                    changed_.push_back(current_);
                } else {
                    new_.emplace_back(actor);
                    current_ = &new_.back();
                }
            }
            current_->add(std::move(key), rules_.height);
        }
    }

    /// Once the hits are used up, only keys that need none can leave: lists known to wait for a hit are
    /// passed over.
    void first_pass()
    {
        const u64 share = config_.max_watch_hits_per_actor;
        const auto next = [this](u64 place) {
            return hits_left() > 0 ? kept_.next(place) : kept_.next_unblocked(place);
        };
        for (KeyQueue* queue = next(0); queue && keys_left() > 0; queue = next(queue->place)) {
            changed_.push_back(queue);
            if (serve(*queue, share)) stopped_by_share_.push_back(queue);
        }
        for (KeyQueue& queue : new_) {
            if (keys_left() == 0) break;
            if (serve(queue, share)) stopped_by_share_.push_back(&queue);
        }
    }

    void settle()
    {
        const u64 limit = config_.max_kept_keys_per_actor;
        std::sort(changed_.begin(), changed_.end(),
                  [](const KeyQueue* a, const KeyQueue* b) { return a->place < b->place; });
        changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
        for (KeyQueue* queue : changed_) kept_.settle(*queue, limit);
        for (KeyQueue& queue : new_) kept_.settle_new(std::move(queue), limit);
        kept_.shrink_all(limit);
    }

    u64 hits_left() const { return config_.max_watch_hits_per_block - state_.report.used.hits; }
    u64 keys_left() const { return config_.max_modified_keys_per_block - keys_; }

    /// Whether the first key may be hit or done with: it counts once in a block.
    bool count(KeyQueue& queue)
    {
        if (queue.counted) return true;
        if (keys_left() == 0) return false;
        ++keys_;
        return queue.counted = true;
    }

    /// Serves one list until a bound stops it. True if it was the share: a hit is then still allowed by the
    /// block.
    bool serve(KeyQueue& queue, u64 share)
    {
        kept_.forget_blocker(queue);
        const bool has_watches = watches_.may_have_watches(queue.actor());
        u64 hits = 0;
        while (!queue.empty()) {
            const Stop stop = has_watches ? hit_watches_of_front(queue, hits, share) : Stop::no;
            // Dead watches that the lists could not tell: passed over this once, and forgotten.
            for (const u64 number : dead_) watches_.detach(number);
            dead_.clear();
            if (stop != Stop::no) return stop == Stop::share;
            if (!count(queue)) return false;
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
        std::optional<Hash32> hash;
        for (u64 from = key.done ? *key.done + 1 : 0;;) {
            const auto number = matching.next(from, dead_below_);
            if (!number) return Stop::no;
            from = *number + 1;
            const Watches::Watch& watch = *watches_.find(*number);
            if (watch.created >= key.first_had) return Stop::no;
            if (!lives(*number, watch)) continue;
            if (hits == share || hits_left() == 0) {
                kept_.set_blocker(queue, {*number, watch.expires_at});
                return hits == share ? Stop::share : Stop::block;
            }
            if (!count(queue)) return Stop::block;
            ++hits;
            const BytesView listed = key.is_mark ? BytesView{} : BytesView(key.key);
            if (!hash) hash = keccak256(listed);
            hit(*number, watch, listed, *hash);
            queue.hit(*number);
        }
    }

    /// Reads the record of a watch once in a step: nothing runs meanwhile that could end it.
    bool lives(u64 number, const Watches::Watch& watch)
    {
        const auto [it, is_new] = seen_.try_emplace(number);
        if (!is_new) return true;
        Timer timer = state_.store.find_existing(watch.id);
        if (state_.due.where_is(timer) == Place::Where::dead) {
            seen_.erase(it);
            dead_.push_back(number);
            return false;
        }
        if (timer.hit_height == 0) it->second = std::move(timer);
        return true;
    }

    void hit(u64 number, const Watches::Watch& watch, BytesView key, const Hash32& key_hash)
    {
        ++state_.report.used.hits;
        watches_.matched().join(watch.id, number, key, key_hash, config_.max_matched_keys);
        std::optional<Timer>& idle = seen_.at(number);
        if (!idle) return;
        state::require_value(idle->place.where == Place::Where::idle, timers::record_key(idle->id),
                             "the watch has not been hit and is not idle");
        timers::hit(state_, *idle, rules_.height);
        idle.reset();
    }

    const timers::BlockRules& rules_;
    const timers::TimerConfig& config_;
    timers::TimerState& state_;
    Watches& watches_;
    KeptKeys& kept_;
    u64 dead_below_;
    u64 keys_ = 0;  ///< that count in this block
    KeyQueue* current_ = nullptr;
    std::deque<KeyQueue> new_;  ///< of actors that kept no keys, by address
    std::vector<KeyQueue*> changed_, stopped_by_share_;
    std::unordered_map<u64, std::optional<Timer>>
        seen_;  ///< watches that live; with the record of one that is idle
    std::vector<u64> dead_;
};

}  // namespace

bool is_watched(timers::TimerState& state, const Address& actor)
{
    Watches::Matching matching = state.watches->of_actor(actor);
    const u64 dead_below = state.due.dead_below();
    std::vector<u64> dead;
    bool found = false;
    for (u64 from = 0; !found;) {
        const auto number = matching.next(from, dead_below);
        if (!number) break;
        from = *number + 1;
        const Timer timer = state.store.find_existing(state.watches->find(*number)->id);
        found = state.due.where_is(timer) != Place::Where::dead;
        if (!found) dead.push_back(*number);
    }
    for (const u64 number : dead) state.watches->detach(number);
    return found;
}

void hit_watches(const timers::BlockRules& rules, timers::TimerState& state)
{
    if (state.watches) Step(rules, state).run();
}

}  // namespace lariat::lane
