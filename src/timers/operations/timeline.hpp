// The order of the schedule in memory (SCH-3): by time, and for each account by time. It is rebuilt from the
// records in the state.
#pragma once

#include <set>

#include "timers/operations/record.hpp"
#include "timers/operations/seconds.hpp"

namespace lariat::timers {

class Timeline {
public:
    struct Entry {
        OperationId id;
        Address account;
        bool operator==(const Entry&) const = default;
    };

    explicit Timeline(u64& comparisons)
        : by_time_(CountedLess{&comparisons}), by_account_(CountedLess{&comparisons})
    {
    }

    // O(log n).
    void insert(const OperationPlace& place, const Entry& entry);
    void erase(const OperationPlace& place);

    bool contains(const OperationPlace& place) const { return by_time_.contains(place); }
    u64 size() const noexcept { return by_time_.size(); }
    /// The first operation: O(1).
    std::optional<std::pair<OperationPlace, OperationId>> head() const;
    /// The operations of an account up to and including a time, in order: O(log n) for each and for finding
    /// none. `more` is called before each and ends the list by returning false.
    std::vector<OperationId> until(const Address& account, u64 timestamp_ms,
                                   const std::function<bool()>& more) const;

    void clear();
    bool operator==(const Timeline& other) const { return by_time_ == other.by_time_; }

private:
    std::map<OperationPlace, Entry, CountedLess> by_time_;
    std::set<std::pair<Address, OperationPlace>, CountedLess> by_account_;
};

}  // namespace lariat::timers
