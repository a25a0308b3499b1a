// Implements the two orders of operations: by time, and by time within an account.
#include "timers/operations/timeline.hpp"

#include "lariat/assert.hpp"

namespace lariat::timers {

void Timeline::insert(const OperationPlace& place, const Entry& entry)
{
    const bool is_new = by_time_.emplace(place, entry).second;
    LARIAT_ASSERT(is_new);
    by_account_.emplace(entry.account, place);
}

void Timeline::erase(const OperationPlace& place)
{
    const auto found = by_time_.find(place);
    LARIAT_ASSERT(found != by_time_.end());
    by_account_.erase({found->second.account, place});
    by_time_.erase(found);
}

std::optional<std::pair<OperationPlace, OperationId>> Timeline::head() const
{
    if (by_time_.empty()) return std::nullopt;
    const auto& [place, entry] = *by_time_.begin();
    return std::pair{place, entry.id};
}

std::vector<OperationId> Timeline::until(const Address& account, u64 timestamp_ms,
                                         const std::function<bool()>& more) const
{
    std::vector<OperationId> out;
    const OperationPlace last{timestamp_ms, U64_MAX};
    for (auto it = by_account_.lower_bound({account, OperationPlace{}});
         it != by_account_.end() && it->first == account && it->second <= last && more(); ++it)
        out.push_back(by_time_.at(it->second).id);
    return out;
}

void Timeline::clear()
{
    by_time_.clear();
    by_account_.clear();
}

}  // namespace lariat::timers
