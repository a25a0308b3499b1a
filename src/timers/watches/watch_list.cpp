// Implements the list of watches on one prefix. New watches join at the end, others only when a failed
// execution is undone.
#include "timers/watches/watch_list.hpp"

#include <algorithm>

#include "lariat/assert.hpp"

namespace lariat::timers {

namespace {

constexpr std::size_t ENTRIES_MAX = 64;

auto position(std::vector<WatchList::Entry>& entries, u64 number)
{
    return std::lower_bound(entries.begin(), entries.end(), number,
                            [](const WatchList::Entry& e, u64 n) { return e.number < n; });
}

}  // namespace

void WatchList::Chunk::summarise()
{
    latest_expiry = 0;
    for (const Entry& e : entries) latest_expiry = std::max(latest_expiry, e.expires_at);
}

/// The chunk in which a number stands, if it stands in one.
WatchList::Chunks::iterator WatchList::chunk_of(u64 number)
{
    auto it = chunks_.upper_bound(number);
    return it == chunks_.begin() ? chunks_.end() : std::prev(it);
}

void WatchList::insert(u64 number, u64 expires_at)
{
    auto it = chunk_of(number);
    if (it == chunks_.end() ||
        (it->second.entries.size() >= ENTRIES_MAX && it->second.entries.back().number < number))
        it = chunks_.try_emplace(number).first;
    std::vector<Entry>& entries = it->second.entries;
    const auto at = position(entries, number);
    LARIAT_ASSERT(at == entries.end() || at->number != number);
    entries.insert(at, {number, expires_at});
    it->second.latest_expiry = std::max(it->second.latest_expiry, expires_at);
    if (entries.size() <= 2 * ENTRIES_MAX) return;
    Chunk upper;
    upper.entries.assign(entries.begin() + ENTRIES_MAX, entries.end());
    entries.resize(ENTRIES_MAX);
    it->second.summarise();
    upper.summarise();
    const u64 first = upper.entries.front().number;
    chunks_.emplace(first, std::move(upper));
}

void WatchList::erase(u64 number)
{
    const auto it = chunk_of(number);
    if (it == chunks_.end()) return;
    std::vector<Entry>& entries = it->second.entries;
    const auto at = position(entries, number);
    if (at == entries.end() || at->number != number) return;
    const bool was_latest = at->expires_at == it->second.latest_expiry;
    entries.erase(at);
    if (entries.empty())
        chunks_.erase(it);
    else if (was_latest)
        it->second.summarise();
}

void WatchList::set_expiry(u64 number, u64 expires_at)
{
    const auto it = chunk_of(number);
    if (it == chunks_.end()) return;
    const auto at = position(it->second.entries, number);
    if (at == it->second.entries.end() || at->number != number) return;
    at->expires_at = expires_at;
    it->second.summarise();
}

std::optional<u64> WatchList::next(u64 from, u64 bound)
{
    auto it = chunk_of(from);
    if (it == chunks_.end()) it = chunks_.begin();
    while (it != chunks_.end()) {
        if (it->second.latest_expiry < bound) {
            it = chunks_.erase(it);
            continue;
        }
        std::vector<Entry>& entries = it->second.entries;
        for (auto at = position(entries, from); at != entries.end(); ++at)
            if (at->expires_at >= bound) return at->number;
        ++it;
    }
    return std::nullopt;
}

}  // namespace lariat::timers
