// The numbers of the auction (AUC-1 to AUC-4): bids, priorities, weights, the lane base fee.
#pragma once

#include "timers/config.hpp"
#include "timers/record.hpp"

namespace lariat::lane {

/// What a timer is ready to pay per cycle, lane base fee included; its priority is part of it.
struct Bid {
    u128 max_fee = 0;
    u128 max_priority = 0;  ///< at most max_fee
    auto operator<=>(const Bid&) const = default;
};

/// Explicit and answered fees are at most 10^27, so that priority × weight fits 128 bits.
inline constexpr u128 BID_MAX = u128{1'000'000'000'000'000} * 1'000'000'000'000;

/// What a bid pays above the lane base fee; none when it is below it: no candidate in this block (AUC-3).
std::optional<u128> priority_of(const Bid& bid, u128 lane_basefee) noexcept;

/// GBA-1: twice the lane base fee, the median priority of the last block.
Bid default_bid(u128 lane_basefee, u128 median_priority) noexcept;
/// GBA-7.
Bid tier_bid(timers::Tier tier, const timers::TimerConfig& config, u128 lane_basefee,
             u128 median_priority) noexcept;

/// FAIR-1: W in units of 2^-32.
u64 weight_of(u64 recent, u64 median, const timers::TimerConfig& config) noexcept;

/// AUC-1: of the next block, from the cycles that fires used in this one.
u128 next_lane_basefee(u128 fee, u64 used, const timers::TimerConfig& config) noexcept;

/// The element at (n - 1) / 2 of the sorted values; 0 of none.
u128 lower_median(std::vector<u128> values) noexcept;

}  // namespace lariat::lane
