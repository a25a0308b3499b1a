// Keeps positions without gaps: keys leave at the front, join at the end, and blurring cuts the end off.
#include "timers/watches/key_queue.hpp"

#include <algorithm>

#include "base/codec.hpp"
#include "lariat/assert.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

void KeyQueue::add(PlacedKey key, u64 height)
{
    if (!keys_.empty() && keys_.back().is_mark && !keys_.back().done) {
        if (keys_.back().first_had == height) return;
        keys_.back().first_had = height;
        changed_.push_back(end() - 1);
        return;
    }
    const auto again = not_begun_.find(key);
    if (again == not_begun_.end()) {
        keys_.push_back({std::move(key), false, height, std::nullopt});
        return;
    }
    keys_[again->second - first_].first_had = height;
    changed_.push_back(again->second);
}

/// The same key may stand in the list once more, behind.
void KeyQueue::forget_front_as_not_begun()
{
    const auto it = not_begun_.find(keys_.front().key);
    if (it != not_begun_.end() && it->second == first_) not_begun_.erase(it);
}

void KeyQueue::hit(u64 watch_number)
{
    ListedKey& front = keys_.front();
    if (!front.done) forget_front_as_not_begun();
    if (changed_.empty() || changed_.back() != first_) changed_.push_back(first_);
    front.done = watch_number;
}

void KeyQueue::drop_front()
{
    forget_front_as_not_begun();
    keys_.pop_front();
    ++first_;
    counted = false;
}

bool KeyQueue::is_blurred() const
{
    const std::size_t begun = !keys_.empty() && keys_.front().done ? 1 : 0;
    return keys_.size() == begun || keys_[begun].is_mark;
}

void KeyQueue::blur(state::Overlay& state)
{
    const std::size_t begun = keys_.front().done ? 1 : 0;
    ListedKey mark{to_bytes(view(actor_)), true, 0, std::nullopt};
    for (std::size_t i = begun; i < keys_.size(); ++i)
        mark.first_had = std::max(mark.first_had, keys_[i].first_had);
    const u64 at = first_ + begun;
    for (u64 position = at; position < saved_end_; ++position) state.erase(kept_key(place, position));
    saved_end_ = std::min(saved_end_, at);
    keys_.resize(begun);
    keys_.push_back(std::move(mark));
    not_begun_.clear();
}

void KeyQueue::settle(state::Overlay& state, u64 limit)
{
    for (; saved_first_ < std::min(first_, saved_end_); ++saved_first_)
        state.erase(kept_key(place, saved_first_));
    saved_first_ = first_;
    saved_end_ = std::max(saved_end_, first_);
    if (keys_.size() > limit && !is_blurred()) blur(state);
    for (const u64 position : changed_)
        if (position >= first_ && position < saved_end_) put(state, position);
    changed_.clear();
    for (; saved_end_ < end(); ++saved_end_) {
        put(state, saved_end_);
        const ListedKey& listed = keys_[saved_end_ - first_];
        if (!listed.done && !listed.is_mark) not_begun_.emplace(listed.key, saved_end_);
    }
    size_settled = keys_.size();
    counted = false;
}

void KeyQueue::put(state::Overlay& state, u64 position) const
{
    LARIAT_ASSERT(place != 0);
    state.put(kept_key(place, position), encode(keys_[position - first_]));
}

bool KeyQueue::restore(u64 position, ListedKey listed)
{
    if (keys_.empty()) first_ = saved_first_ = saved_end_ = position;
    if (position != saved_end_) return false;
    if (!keys_.empty() && (listed.done || listed.is_mark || keys_.back().is_mark)) {
        // Only the first may have begun. A mark that has not begun is the only entry that has not.
        const bool behind_begun = keys_.size() == 1 && keys_.front().done;
        if (listed.done || !behind_begun) return false;
    }
    if (!listed.done && !listed.is_mark && !not_begun_.emplace(listed.key, position).second) return false;
    keys_.push_back(std::move(listed));
    ++saved_end_;
    size_settled = keys_.size();
    return true;
}

bool KeyQueue::same_as(const KeyQueue& other) const
{
    return actor_ == other.actor_ && place == other.place && first_ == other.first_ && keys_ == other.keys_ &&
           not_begun_ == other.not_begun_;
}

Bytes encode(const ListedKey& listed)
{
    Writer w;
    w.put_u64(listed.first_had).put_bool(listed.done.has_value());
    if (listed.done) w.put_u64(*listed.done);
    w.put_bool(listed.is_mark).put_raw(listed.key);
    return w.take();
}

std::optional<ListedKey> decode_listed_key(BytesView bytes)
{
    Reader r(bytes);
    ListedKey listed;
    listed.first_had = r.get_u64();
    if (r.get_bool()) listed.done = r.get_u64();
    listed.is_mark = r.get_bool();
    const std::size_t size = r.left();
    listed.key = to_bytes(r.get_raw(size));
    if (!r.ok() || size < sizeof(Address::bytes)) return std::nullopt;
    if (listed.is_mark && size != sizeof(Address::bytes)) return std::nullopt;
    return listed;
}

}  // namespace lariat::timers
