// The schedule in its order (SCH-3), in memory: by time, and for each account by time. The records in the
// state say all of it; this is built anew from them.
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
    /// The first of all: O(1).
    std::optional<std::pair<OperationPlace, OperationId>> head() const;
    /// Those of an account up to and with a time, in order: O(log n) for each, and for finding none. As many
    /// as `more` asks for, which is called before each.
    std::vector<OperationId> until(const Address& account, u64 timestamp_ms,
                                   const std::function<bool()>& more) const;

    void clear();
    bool operator==(const Timeline& other) const { return by_time_ == other.by_time_; }

private:
    std::map<OperationPlace, Entry, CountedLess> by_time_;
    std::set<std::pair<Address, OperationPlace>, CountedLess> by_account_;
};

}  // namespace lariat::timers
