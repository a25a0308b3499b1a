// The fairness window (FAIR-1…5): how often each owner fired in the last blocks, and the median of that. A
// list of (owner, count) for each block stands in the state; totals and median are rebuilt from the lists.
#pragma once

#include <deque>
#include <map>

#include "lane/auction/keyed_table.hpp"
#include "state/overlay.hpp"
#include "state/walk.hpp"

namespace lariat::lane {

/// The lower median of a multiset of numbers that changes one number at a time: O(log n) for each change.
class RunningMedian {
public:
    RunningMedian() = default;
    RunningMedian(const RunningMedian&) = delete;  // holds a place in its own map
    RunningMedian& operator=(const RunningMedian&) = delete;

    void add(u64 value);
    void remove(u64 value);  ///< one that is there
    void clear() noexcept { values_.clear(), size_ = below_ = 0; }
    u64 value() const noexcept { return values_.empty() ? 0 : at_->first; }
    u64 size() const noexcept { return size_; }

private:
    using Values = std::map<u64, u64>;  ///< value → how many
    void settle();
    Values values_;
    u64 size_ = 0;
    u64 below_ = 0;  ///< how many are below the median's value
    Values::iterator at_{};
};

class FairnessWindow {
public:
    explicit FairnessWindow(state::Overlay& state) : state_(state) {}

    using Fires = std::vector<std::pair<Address, u64>>;  ///< of each owner, ascending
    using Changed = std::function<void(const Address& owner, u64 recent)>;

    /// What `owners` fired: each stands there once for each fire.
    void record(u64 height, std::vector<Address> owners, const Changed& changed);
    /// Drops the blocks below `from`.
    void slide(u64 from, const Changed& changed);
    /// Runs `look` with the totals as if slid to `from`; afterwards they are as before. Tells `changed` both
    /// times.
    void as_if_slid(u64 from, const Changed& changed, const std::function<void()>& look);
    /// The auction has ended. The lists of its blocks count no longer, and stay until delete_past() gets to
    /// them.
    void clear();
    /// Deletes lists of auctions that have ended: so many at most, the lowest heights first.
    void delete_past(u64 most);

    u64 recent(const Address& owner) const;
    /// {recent, median} as if slid to `from`.
    std::pair<u64, u64> as_of(const Address& owner, u64 from) const;
    u64 median() const noexcept { return median_.value(); }

    /// `since`: first height of the auction in force; 0: none is.
    void rebuild(state::Walk& walk, u64 since);
    bool same_as(const FairnessWindow& other) const;

private:
    u64 change(const Address& owner, i64 by);

    state::Overlay& state_;
    using Blocks = std::map<u64, Fires>;  ///< by height; none without fires
    Blocks blocks_;
    std::deque<Blocks> past_;  ///< of auctions that have ended, the earliest first; none is empty
    AddressTable<u64> totals_;
    RunningMedian median_;
};

}  // namespace lariat::lane
