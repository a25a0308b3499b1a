// Implements the calendar. Each change keeps the previous value, and registers one undo action with the
// overlay for all changes between two checkpoints.
#include "timers/calendar/calendar.hpp"

#include <algorithm>
#include <memory>

#include "timers/list_layout.hpp"
#include "timers/state_keys.hpp"

namespace lariat::timers {

namespace {

using Entry = std::pair<u64, PackedLoad>;  ///< a height and what its timers ask for

/// By the bytes of the heights in which they differ, from the lowest on: a pass over all for each of them.
void sort_by_height(std::vector<Entry>& entries)
{
    u64 differing = 0;
    for (const Entry& entry : entries) differing |= entry.first ^ entries.front().first;
    std::vector<Entry> sorted(entries.size());
    for (int shift = 0; shift < 64; shift += 8) {
        if ((differing >> shift & 0xff) == 0) continue;
        std::array<u64, 257> ends{};
        for (const Entry& entry : entries) ++ends[(entry.first >> shift & 0xff) + 1];
        for (std::size_t n = 1; n < ends.size(); ++n) ends[n] += ends[n - 1];
        for (const Entry& entry : entries) sorted[ends[entry.first >> shift & 0xff]++] = entry;
        entries.swap(sorted);
    }
}

/// Heights of the ring and epochs of the queue have places of their own only within the sizes. However far
/// maintenance lags, its bounds are within them.
bool fit(const TierBounds& bounds, const CalendarSizes& sizes)
{
    const auto& [ring_first, ring_last, queue_last] = bounds;
    const bool no_ring = ring_first > ring_last;
    if (no_ring ? ring_first - ring_last > 1 : ring_last - ring_first >= sizes.ring_buffer_size) return false;
    if (ring_last >= queue_last) return ring_last == queue_last;
    return queue_last / sizes.epoch_blocks - (ring_last + 1) / sizes.epoch_blocks < sizes.epoch_queue_len;
}

}  // namespace

CalendarSizes calendar_sizes(const TimerConfig& config)
{
    return {config.ring_buffer_size, config.epoch_blocks, config.epoch_queue_len};
}

std::optional<Load> Calendar::at(u64 height) const
{
    const PackedLoad* found = tiers_.find(height);
    if (found == nullptr) return std::nullopt;
    return found->is_elsewhere() ? wide_.at(height) : found->load();
}

void Calendar::set(u64 height, const Load& load)
{
    remember(height);
    put(height, load);
}

void Calendar::erase(u64 height)
{
    remember(height);
    take(height);
}

void Calendar::put(u64 height, const Load& load)
{
    PackedLoad& entry = tiers_.find_or_add(height);
    const bool was_elsewhere = entry.is_elsewhere();
    entry = PackedLoad::of(load);
    if (entry.is_elsewhere())
        wide_[height] = load;
    else if (was_elsewhere)
        wide_.erase(height);
    least_loads_.set(height, load);
}

void Calendar::take(u64 height)
{
    const PackedLoad* found = tiers_.find(height);
    LARIAT_ASSERT(found != nullptr);
    if (found->is_elsewhere()) wide_.erase(height);
    tiers_.erase(height);
    least_loads_.erase(height);
}

void Calendar::remember(u64 height)
{
    if (undone_with_ != state_.generation()) {
        state_.on_revert([this, size = journal_.size()] { undo_to(size); });
        undone_with_ = state_.generation();
    }
    journal_.push_back({height, at(height)});
}

void Calendar::undo_to(std::size_t journal_size)
{
    while (journal_.size() > journal_size) {
        const Undo last = journal_.back();
        journal_.pop_back();
        if (last.before)
            put(last.height, *last.before);
        else if (tiers_.find(last.height) != nullptr)
            take(last.height);
    }
}

// Bounded by two groups of heights and the number of groups between, whatever is pending: each group that is
// full is gone through once and then known, until a timer in it is gone.
std::optional<u64> Calendar::first_height_with_room(u64 height, u64 count, u64 gas, u64 lane,
                                                    u64 gas_of_a_mark) const
{
    constexpr u64 GROUP = LeastLoads::HEIGHTS;
    if (count == 0 || gas > lane) return std::nullopt;
    least_loads_.set_gas_of_a_mark(gas_of_a_mark);
    const u64 last = saturating_add(height, count - 1);
    for (u64 at = height;;) {
        if (at % GROUP == 0) {
            const u64 group = least_loads_.first_with_less(at / GROUP, last / GROUP, lane - gas);
            steps_ += group - at / GROUP;
            if (group > last / GROUP) return std::nullopt;
            at = group * GROUP;
        }
        const u64 end = std::min(at | (GROUP - 1), last);
        if (const auto found = first_in_group(at, end, lane - gas)) return found;
        if (end == last) return std::nullopt;
        at = end + 1;
    }
}

std::optional<u64> Calendar::first_in_group(u64 height, u64 last, u64 enough) const
{
    u64 next = height, least = U64_MAX;
    bool full = false;
    tiers_.scan(height, [&](u64 at, const PackedLoad& entry) {
        ++steps_;
        if (at != next) return false;  // nothing is due at the next
        const u64 total = least_loads_.total(entry.is_elsewhere() ? wide_.at(at) : entry.load());
        if (total <= enough) return false;
        least = std::min(least, total);
        full = next == last;
        if (!full) ++next;
        return !full;
    });
    if (!full) return next;
    constexpr u64 GROUP = LeastLoads::HEIGHTS;
    if (height % GROUP == 0 && last % GROUP == GROUP - 1) least_loads_.learn(height / GROUP, least);
    return std::nullopt;
}

u64 Calendar::begin_block(u64 current_height, u64 moves_max)
{
    journal_.clear();
    undone_with_.reset();
    return tiers_.advance(current_height, moves_max);
}

void Calendar::save()
{
    const CalendarValue value{tiers_.bounds(), tiers_.overflow().size(), tiers_.overflow().root()};
    Bytes bytes = encode(value);
    const Bytes key{CALENDAR_KEY};
    if (state_.get(key) != bytes) state_.put(key, std::move(bytes));
}

void Calendar::rebuild(state::Walk& walk)
{
    std::optional<CalendarValue> saved;
    if (const auto bytes = walk.state().get(Bytes{CALENDAR_KEY})) {
        saved = decode_calendar_value(*bytes);
        if (!saved || !fit(saved->bounds, sizes_))
            return walk.refuse(Bytes{CALENDAR_KEY}, "the bounds of the calendar are malformed");
        tiers_.set_bounds(saved->bounds);
    }
    // The pass shows them in no order, and tiers are built a good deal faster from below.
    auto found = std::make_shared<std::vector<Entry>>();
    walk.on(HEIGHT_TABLE, HEIGHT_KEY_BYTES, [this, &walk, found](BytesView at, BytesView value) {
        const auto head = decode_height_head(value);
        if (!head) return walk.refuse(at, "the list of the timers of a height is malformed");
        found->emplace_back(head->height, PackedLoad::of(head->load));
        if (found->back().second.is_elsewhere()) wide_[head->height] = head->load;
    });
    walk.then([this, saved, found]() -> state::Walk::Status {
        sort_by_height(*found);
        const auto same = std::adjacent_find(
            found->begin(), found->end(), [](const Entry& a, const Entry& b) { return a.first == b.first; });
        if (same != found->end()) return "two lists are of the height " + std::to_string(same->first);
        tiers_.build(*found);
        std::vector<Entry>().swap(*found);
        if (saved && (saved->overflow_root != tiers_.overflow().root() ||
                      saved->overflow_heights != tiers_.overflow().size()))
            return std::string(
                "the heights beyond the queue of epochs do not give the overflow root in the state");
        return {};
    });
}

bool Calendar::same_as(const Calendar& other) const
{
    if (tiers_.bounds() != other.tiers_.bounds() || tiers_.size() != other.tiers_.size() ||
        !(sizes_ == other.sizes_) || wide_ != other.wide_)
        return false;
    bool same = true;
    tiers_.scan(0, [&](u64 height, const PackedLoad&) { return same = at(height) == other.at(height); });
    return same;
}

}  // namespace lariat::timers
