// Implements the window by its definition.
#include "sim/recent_fires.hpp"

#include <algorithm>

namespace lariat::sim {

void RecentFires::change(const Address& owner, i64 by)
{
    u64& total = totals_[owner];
    if (total != 0) median_.remove(total);
    total += static_cast<u64>(by);
    if (total != 0)
        median_.add(total);
    else
        totals_.erase(owner);
}

void RecentFires::slide(u64 height, u64 window)
{
    const u64 from = height > window ? height - window : 0;
    for (; !blocks_.empty() && blocks_.front().first < from; blocks_.pop_front())
        for (const auto& [owner, count] : blocks_.front().second) change(owner, -static_cast<i64>(count));
}

void RecentFires::record(u64 height, const std::vector<lane::Fired>& fired)
{
    Fires fires;
    for (const lane::Fired& f : fired)
        if (f.terms) ++fires[f.owner];
    for (const auto& [owner, count] : fires) change(owner, static_cast<i64>(count));
    if (!fires.empty()) blocks_.emplace_back(height, std::move(fires));
}

u64 RecentFires::recent(const Address& owner) const
{
    const auto found = totals_.find(owner);
    return found == totals_.end() ? 0 : found->second;
}

u64 RecentFires::median_of_fires() const
{
    std::vector<u64> values;
    u64 all = 0, below = 0;
    for (const auto& [owner, total] : totals_) {
        values.push_back(total);
        all += total;
    }
    std::sort(values.begin(), values.end());
    for (const u64 value : values)
        if (2 * (below += value) >= all) return value;
    return 0;
}

}  // namespace lariat::sim
