// Order, sizes and blockers follow from the lists; only the lists are in the state.
#include "timers/watches/kept_keys.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

KeyQueue* KeptKeys::of(const Address& actor)
{
    const auto place = place_of_.find(actor);
    return place == place_of_.end() ? nullptr : &by_place_.at(place->second);
}

KeyQueue* KeptKeys::next(u64 place)
{
    const auto it = by_place_.upper_bound(place);
    if (it == by_place_.end()) return nullptr;
    ++visits_;
    return &it->second;
}

KeyQueue* KeptKeys::next_unblocked(u64 place)
{
    const auto it = unblocked_.upper_bound(place);
    if (it == unblocked_.end()) return nullptr;
    ++visits_;
    return &by_place_.at(*it);
}

void KeptKeys::set_blocker(KeyQueue& queue, const KeyQueue::Blocker& blocker)
{
    forget_blocker(queue);
    queue.blocker = blocker;
    if (queue.place == 0) return;  // settle_new() enters it
    unblocked_.erase(queue.place);
    by_watch_.emplace(blocker.watch, queue.place);
    by_expiry_.emplace(blocker.expires_at, queue.place);
}

void KeptKeys::forget_blocker(KeyQueue& queue)
{
    if (!queue.blocker) return;
    if (queue.place != 0) {
        by_watch_.erase({queue.blocker->watch, queue.place});
        by_expiry_.erase({queue.blocker->expires_at, queue.place});
        unblocked_.insert(queue.place);
    }
    queue.blocker.reset();
}

void KeptKeys::watch_changed(u64 number)
{
    for (auto it = by_watch_.lower_bound({number, 0}); it != by_watch_.end() && it->first == number;) {
        KeyQueue& queue = by_place_.at(it->second);
        ++it;
        forget_blocker(queue);
    }
}

void KeptKeys::forget_blockers_below(u64 expires_at)
{
    while (!by_expiry_.empty() && by_expiry_.begin()->first < expires_at)
        forget_blocker(by_place_.at(by_expiry_.begin()->second));
}

void KeptKeys::write(KeyQueue& queue, u64 limit)
{
    count_ -= queue.size_settled;
    by_size_.erase({queue.size_settled, queue.place});
    queue.settle(state_, limit);
    count_ += queue.size_settled;
    if (!queue.is_blurred()) by_size_.emplace(queue.size_settled, queue.place);
}

void KeptKeys::settle(KeyQueue& queue, u64 limit)
{
    write(queue, limit);
    if (queue.empty()) remove(queue);
}

void KeptKeys::remove(KeyQueue& queue)
{
    forget_blocker(queue);
    unblocked_.erase(queue.place);
    place_of_.erase(queue.actor());
    by_place_.erase(queue.place);
}

void KeptKeys::settle_new(KeyQueue queue, u64 limit)
{
    if (queue.empty()) return;
    queue.place = by_place_.empty() ? 1 : by_place_.rbegin()->first + 1;
    place_of_.emplace(queue.actor(), queue.place);
    KeyQueue& kept = by_place_.emplace(queue.place, std::move(queue)).first->second;
    unblocked_.insert(kept.place);
    if (kept.blocker) set_blocker(kept, KeyQueue::Blocker{*kept.blocker});
    write(kept, limit);
}

void KeptKeys::shrink_all(u64 limit)
{
    while (!by_size_.empty() && by_size_.rbegin()->first > limit)
        write(by_place_.at(by_size_.rbegin()->second), limit);
}

void KeptKeys::rebuild(state::Walk& walk)
{
    constexpr std::size_t KEPT_KEY_BYTES = 1 + 8 + 8;
    constexpr u64 NUMBER_MAX = u64{1} << 62;  // both are counted up, never set
    auto kept = std::make_shared<std::map<std::pair<u64, u64>, ListedKey>>();
    walk.on(KEPT_TABLE, KEPT_KEY_BYTES, [kept, &walk](BytesView key, BytesView value) {
        Reader r(key.subspan(1));
        const u64 place = r.get_u64(), position = r.get_u64();
        auto listed = decode_listed_key(value);
        if (!listed || place == 0 || std::max(place, position) > NUMBER_MAX)
            return walk.refuse(key, "a kept key is malformed");
        kept->emplace(std::pair(place, position), std::move(*listed));
    });
    walk.then([this, kept]() -> state::Walk::Status {
        for (auto& [at, listed] : *kept) {
            Address actor = Reader(listed.key).get_address();
            const auto [it, is_first] = by_place_.try_emplace(at.first, actor);
            KeyQueue& queue = it->second;
            queue.place = at.first;
            if (is_first && !place_of_.emplace(actor, at.first).second)
                return std::string("an actor has two lists of kept keys");
            if (queue.actor() != actor || !queue.restore(at.second, std::move(listed)))
                return "the kept keys at place " + std::to_string(at.first) + " are no list";
        }
        for (auto& [place, queue] : by_place_) {
            count_ += queue.size();
            unblocked_.insert(place);
            if (!queue.is_blurred()) by_size_.emplace(queue.size(), place);
        }
        return {};
    });
}

bool KeptKeys::same_as(const KeptKeys& other) const
{
    return std::equal(by_place_.begin(), by_place_.end(), other.by_place_.begin(), other.by_place_.end(),
                      [](const auto& a, const auto& b) {
                          return a.first == b.first && a.second.same_as(b.second);
                      }) &&
           place_of_ == other.place_of_ && count_ == other.count_ && by_size_ == other.by_size_;
}

}  // namespace lariat::timers
