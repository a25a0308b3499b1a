// The rules of a scenario that the specification does not have, as a policy of the auction.
#pragma once

#include "lane/auction/policy.hpp"
#include "sim/cast.hpp"
#include "sim/recent_fires.hpp"

namespace lariat::sim {

/// A chain takes it as its policy if the scenario has such rules.
class Trial final : public lane::AuctionPolicy {
public:
    Trial(const Scenario& scenario, const Cast& cast, const RecentFires& fires);

    /// Before each block, once the fires have slid to it.
    void begin_block();

    u64 weight(u64 recent, u64 median, const timers::TimerConfig& config) const override;
    u128 median_priority(u128 written, const std::vector<lane::Fired>& fired) const override;
    u128 lane_basefee(u128 written) const override;
    bool oldest_first() const override { return scenario_.rules.oldest_first; }

private:
    const Scenario& scenario_;
    const Cast& cast_;
    const RecentFires& fires_;
    bool begun_ = false;
    u128 median_ = 0;  ///< times 2^16, smoothed
};

}  // namespace lariat::sim
