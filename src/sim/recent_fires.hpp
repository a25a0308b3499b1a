// How often each owner fired in the fairness window, as the chain counts it, for medians that the chain does
// not have.
#pragma once

#include <deque>
#include <map>

#include "lane/auction/fairness.hpp"
#include "lane/ports.hpp"

namespace lariat::sim {

class RecentFires {
public:
    /// Before a block: drops the blocks that the window of this height does not have.
    void slide(u64 height, u64 window);
    void record(u64 height, const std::vector<lane::Fired>& fired);

    u64 median_of_actors() const noexcept { return median_.value(); }
    /// The smallest v for which the owners with at most v fires have half of all fires.
    u64 median_of_fires() const;
    u64 recent(const Address& owner) const;

private:
    using Fires = std::map<Address, u64>;
    void change(const Address& owner, i64 by);

    std::deque<std::pair<u64, Fires>> blocks_;  ///< by height, those with fires
    Fires totals_;                              ///< none is 0
    lane::RunningMedian median_;
};

}  // namespace lariat::sim
