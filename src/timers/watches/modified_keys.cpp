// What is carried over stands in the state key by key, so that a long list costs only what changes of it.
#include "timers/watches/modified_keys.hpp"

#include <algorithm>
#include <utility>

#include "base/codec.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

/// A modified key is the address of an actor and a key of its storage.
bool names_an_actor(const PlacedKey& key)
{
    return key.size() >= sizeof(Address::bytes);
}

}  // namespace

std::vector<PlacedKey> ModifiedKeys::take_modified()
{
    std::vector<PlacedKey> keys = std::exchange(modified_, {});
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

void ModifiedKeys::put_kept(u64 position, const Listed& listed)
{
    Writer w;
    w.put_u64(listed.first_had).put_bool(listed.done.has_value());
    if (listed.done) w.put_u64(*listed.done);
    w.put_raw(listed.key);
    state_.put(kept_key(position), w.bytes());
}

void ModifiedKeys::carry_over(Listed listed)
{
    const u64 position = position_of(kept_.size());
    put_kept(position, listed);
    if (!listed.done) not_begun_.emplace(listed.key, position);
    kept_.push_back(std::move(listed));
}

/// The first of kept_; the same key may stand once more behind it.
void ModifiedKeys::forget_as_not_begun()
{
    const auto it = not_begun_.find(kept_.front().key);
    if (it != not_begun_.end() && it->second == first_) not_begun_.erase(it);
}

void ModifiedKeys::drop_first()
{
    forget_as_not_begun();
    state_.erase(kept_key(first_));
    kept_.pop_front();
    first_ = kept_.empty() ? 0 : first_ + 1;
}

void ModifiedKeys::show(u64 height, u64 limit, const std::function<Shown(const Listed&)>& to_watches)
{
    std::vector<PlacedKey> fresh;
    for (PlacedKey& key : take_modified()) {
        const auto again = not_begun_.find(key);
        if (again == not_begun_.end()) {
            fresh.push_back(std::move(key));
            continue;
        }
        Listed& listed = kept_[again->second - first_];
        listed.first_had = height;
        put_kept(again->second, listed);
    }
    if (state_.contains(view(MODIFIED_KEY))) state_.erase(view(MODIFIED_KEY));

    u64 shown = 0;
    bool stopped = false;
    while (!stopped && !kept_.empty() && shown < limit) {
        ++shown;
        const Shown s = to_watches(kept_.front());
        if (s.finished) {
            drop_first();
            continue;
        }
        stopped = true;
        if (s.done == kept_.front().done) break;
        forget_as_not_begun();
        kept_.front().done = s.done;
        put_kept(first_, kept_.front());
    }
    for (PlacedKey& key : fresh) {
        Listed listed{std::move(key), height, std::nullopt};
        if (!stopped && kept_.empty() && shown < limit) {
            ++shown;
            const Shown s = to_watches(listed);
            if (s.finished) continue;
            stopped = true;
            listed.done = s.done;
        }
        carry_over(std::move(listed));
    }
}

void ModifiedKeys::end_block(bool only_what_matters, const std::function<bool(const PlacedKey&)>& matters)
{
    modified_ = take_modified();
    if (only_what_matters) std::erase_if(modified_, [&](const PlacedKey& key) { return !matters(key); });
    if (modified_.empty()) return;  // show() has erased what was kept before
    Writer w;
    for (const PlacedKey& key : modified_) w.put_bytes(key);
    state_.put(view(MODIFIED_KEY), w.bytes());
}

void ModifiedKeys::rebuild(state::Walk& walk)
{
    if (const auto modified = walk.state().get(view(MODIFIED_KEY))) {
        Reader r(*modified);
        while (r.ok() && r.left() > 0) modified_.push_back(to_bytes(r.get_bytes()));
        if (!r.done() || !std::ranges::all_of(modified_, names_an_actor))
            return walk.refuse(view(MODIFIED_KEY), "the list of modified keys is malformed");
    }
    auto kept = std::make_shared<std::map<u64, Listed>>();
    walk.on(KEPT_TABLE, NUMBERED_KEY_BYTES, [&walk, kept](BytesView at, BytesView value) {
        Reader r(value);
        Listed listed;
        listed.first_had = r.get_u64();
        if (r.get_bool()) listed.done = r.get_u64();
        listed.key = to_bytes(r.get_raw(r.left()));
        if (!r.done() || !names_an_actor(listed.key))
            return walk.refuse(at, "a modified key that is carried over is malformed");
        kept->emplace(Reader(at.subspan(1)).get_u64(), std::move(listed));
    });
    walk.then([this, kept]() -> state::Walk::Status {
        if (!kept->empty()) first_ = kept->begin()->first;
        for (auto& [position, listed] : *kept) {
            if (position != position_of(kept_.size()))
                return "no modified key is carried over at position " +
                       std::to_string(position_of(kept_.size())) + ", but one is behind it";
            if (!listed.done) not_begun_.emplace(listed.key, position);
            kept_.push_back(std::move(listed));
        }
        return {};
    });
}

bool ModifiedKeys::same_as(const ModifiedKeys& other) const
{
    return modified_ == other.modified_ && kept_ == other.kept_ && first_ == other.first_ &&
           not_begun_ == other.not_begun_;
}

}  // namespace lariat::timers
